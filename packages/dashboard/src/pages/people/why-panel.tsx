import { Group, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../../api/call.ts";
import { CopyCurl } from "../../components/copy.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { usePlanReason } from "../../components/plan-reasons.ts";
import { keyOf, refOf, type VariantRef } from "../../components/variant-ref.ts";
import { useFormats } from "../../words/formats.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { useEventText } from "./event-texts.ts";
import { type Explained, explain } from "./explain.ts";
import { type Person, titleOf } from "./person.ts";
import { whyTexts } from "./why-texts.ts";

/** Answers the question of support: why a message came, or did not. */
export function WhyPanel({ person, id }: { person: Person; id: string }) {
  const words = useWords(whyTexts);
  const topicName = useTopicName();
  const asked = [...person.unconfirmed, ...person.alerts].filter(({ epi }) => epi !== null);
  const byKey = new Map(asked.map((one) => [`${one.topic} ${keyOf(one)}`, one]));
  const [chosen, setChosen] = useState<string | null>(null);
  const alert = byKey.get(chosen ?? "") ?? asked[0];
  if (!alert?.epi) return <Panel title={words.title}>{words.nothing}</Panel>;
  const topic = alert.topic ?? "backinstock";
  const body = { person: id, ...refOf({ ...alert, epi: alert.epi }), topic };
  return (
    <Panel title={words.title} actions={<CopyCurl path="/storeadmin/v3/people/explain" body={body} />}>
      <Stack gap="md">
        {byKey.size > 1 && (
          <Select
            label={words.choose}
            value={`${alert.topic} ${keyOf(alert)}`}
            onChange={setChosen}
            data={[...byKey].map(([value, one]) => ({
              value,
              label: `${titleOf(one)} (${topicName(one.topic ?? "")})`,
            }))}
            allowDeselect={false}
            maw={480}
          />
        )}
        <Answer body={body} name={byKey.size > 1 ? undefined : `${titleOf(alert)} (${topicName(topic)})`} />
      </Stack>
    </Panel>
  );
}

function Answer({ body, name }: { body: VariantRef & { person: string; topic: string }; name: string | undefined }) {
  const explained = useQuery({
    queryKey: ["/storeadmin/v3/people/explain", body],
    queryFn: ({ signal }) => post("/storeadmin/v3/people/explain", body, { signal }),
  });
  return (
    <Loaded query={explained} rows={2}>
      {(data) => <Sentence explained={data} name={name} />}
    </Loaded>
  );
}

function Sentence({ explained, name }: { explained: Explained; name: string | undefined }) {
  const words = useWords(whyTexts);
  const formats = useFormats();
  const says = { eventText: useEventText(), planReason: usePlanReason() };
  const plan = explained.plans[0]?.plan;
  return (
    <div>
      {name && (
        <Text size="sm" c="dimmed">
          {name}
        </Text>
      )}
      <Text fz="lg" maw="70ch" role="status">
        {explain(explained, words, formats, says)}
      </Text>
      {plan && (
        <Group mt="xs">
          <PageLink to="/restocks/$plan" params={{ plan }} size="sm">
            {words.openPlan}
          </PageLink>
        </Group>
      )}
    </div>
  );
}
