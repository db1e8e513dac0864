import { Button, NativeSelect, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { post } from "../../api/call.ts";
import { CopyCurl } from "../../components/copy.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PLANS } from "../../components/plan.ts";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { keyOf, refOf, type VariantRef } from "../../components/variant-ref.ts";
import { read, useChange } from "../../session/queries.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { usePlanNames } from "./plan-parts.tsx";
import { texts } from "./send-texts.ts";

const SEND = "/storeadmin/v3/alerts/send";
const REHEARSE = "/storeadmin/v3/alerts/rehearse";
const TOPICS = "/storeadmin/v3/topics";

/** Starts an alert by hand, for a topic that no stock report starts. */
export function SendAlert() {
  const words = useWords(texts);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {words.send}
      </Button>
      {opened && <SendDialog onClose={() => setOpened(false)} />}
    </>
  );
}

function SendDialog({ onClose }: { onClose: () => void }) {
  const words = useWords(texts);
  const navigate = useNavigate();
  const names = usePlanNames();
  const topics = useQuery(read(TOPICS));
  const [chosenTopic, setTopic] = useState<string>();
  const [chosenKey, setKey] = useState<string>();
  const known = topics.data?.topics ?? [];
  const topic = chosenTopic ?? known.find(({ startedBy }) => startedBy === null)?.name;
  const wanted = useQuery({ ...read("/storeadmin/v3/demand", { topic: topic ?? "", limit: 100 }), enabled: !!topic });
  const variants = (wanted.data?.items ?? []).filter(({ people }) => people > 0);
  const variant = variants.find((one) => keyOf(one) === chosenKey) ?? variants[0];
  const send = useChange(SEND, { changes: [PLANS] });
  const body = { ...refOf(variant ?? { epi: "" }), topic: topic ?? "" };
  const sendIt = async () => {
    const { plan } = await send.mutateAsync(body);
    await navigate({ to: "/restocks/$plan", params: { plan } });
  };
  return (
    <TypedConfirm
      opened
      onClose={onClose}
      title={words.title}
      word={words.word}
      button={words.button}
      isReady={variant !== undefined}
      onConfirm={sendIt}
    >
      <Stack gap="md">
        <Text size="sm">{words.text}</Text>
        <Loaded query={topics}>
          {() => (
            <NativeSelect
              label={words.topic}
              value={topic ?? ""}
              onChange={(event) => setTopic(event.currentTarget.value)}
              data={known.map(({ name }) => ({ value: name, label: names.topic(name) }))}
            />
          )}
        </Loaded>
        {topic !== undefined && (
          <Loaded query={wanted} rows={2}>
            {() =>
              variants.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {words.nobody}
                </Text>
              ) : (
                <NativeSelect
                  label={words.product}
                  value={variant ? keyOf(variant) : ""}
                  onChange={(event) => setKey(event.currentTarget.value)}
                  data={variants.map((one) => ({ value: keyOf(one), label: names.product(one) }))}
                />
              )
            }
          </Loaded>
        )}
        {topic !== undefined && variant !== undefined && <WhoHears variant={refOf(variant)} topic={topic} />}
        {variant !== undefined && <CopyCurl path={SEND} body={body} />}
      </Stack>
    </TypedConfirm>
  );
}

/** How many people the alert would reach now. */
function WhoHears({ variant, topic }: { variant: VariantRef; topic: string }) {
  const words = useWords(texts);
  const formats = useFormats();
  const body = { ...variant, topic, units: 1 };
  const rehearsal = useQuery({
    queryKey: [REHEARSE, body],
    queryFn: ({ signal }) => post(REHEARSE, body, { signal }),
  });
  return (
    <Loaded query={rehearsal} rows={1}>
      {({ waiting, told }) => (
        <Text fw={600}>
          {topic === "backinstock"
            ? words.byStock(words.people(waiting, formats.number(waiting)))
            : told < waiting
              ? words.inWaves(words.people(waiting, formats.number(waiting)), formats.number(told))
              : words.atOnce(words.people(waiting, formats.number(waiting)))}
        </Text>
      )}
    </Loaded>
  );
}
