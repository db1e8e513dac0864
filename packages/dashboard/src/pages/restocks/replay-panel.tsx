import { Button, List, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type Posted, post } from "../../api/call.ts";
import { CopyCurl } from "../../components/copy.tsx";
import { Empty } from "../../components/empty.tsx";
import { Failure } from "../../components/failure.tsx";
import { Panel } from "../../components/page.tsx";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import type { Rules } from "./policy-rules.ts";
import { texts } from "./policy-texts.ts";
import { ReplayTable } from "./replay-table.tsx";

const REPLAY = "/storeadmin/v3/alerts/replay";
const RESTOCKS = 20;
/** A replay may take half a minute, and wait for another one before. */
const TIMEOUT_MS = 90_000;

type Replay = Posted<typeof REPLAY>;

/** What the policy that is being edited would have done with the last restocks. */
export function ReplayPanel({ rules }: { rules: Rules }) {
  const words = useWords(texts);
  const body = { policy: rules, restocks: RESTOCKS };
  const replay = useMutation({
    mutationFn: async (asked: Rules) => ({
      asked,
      answer: await post(REPLAY, { policy: asked, restocks: RESTOCKS }, { timeoutMs: TIMEOUT_MS }),
    }),
  });
  const isOld = replay.data !== undefined && JSON.stringify(replay.data.asked) !== JSON.stringify(rules);
  return (
    <Panel
      title={words.replay}
      lead={words.replayLead}
      actions={
        <>
          <CopyCurl path={REPLAY} body={body} />
          <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate(rules)}>
            {words.runReplay}
          </Button>
        </>
      }
    >
      <Stack gap="md" aria-live="polite">
        {replay.isPending && <Text c="dimmed">{words.replaying}</Text>}
        {replay.error && <Failure error={replay.error} />}
        {isOld && <Text c="dimmed">{words.changed}</Text>}
        {replay.data && <Result replay={replay.data.answer} />}
      </Stack>
    </Panel>
  );
}

function Result({ replay: { restocks } }: { replay: Replay }) {
  const words = useWords(texts);
  const formats = useFormats();
  if (restocks.length === 0) return <Empty title={words.noRestocks} text={words.noRestocksText} />;
  const compared = restocks.flatMap(({ people }) => people ?? []);
  const sum = (of: "really" | "replayed" | "both") => compared.reduce((total, people) => total + people[of], 0);
  const people = (count: number) => words.people(count, formats.number(count));
  return (
    <Stack gap="md">
      <Text fw={600}>
        {compared.length === 0
          ? words.notReplayable
          : words.replayed(people(sum("replayed")), people(sum("really")), formats.number(sum("both")))}
      </Text>
      <ReplayTable restocks={restocks} />
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {words.assumptions}
        </Text>
        <List size="sm" c="dimmed">
          {words.assume.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </Stack>
    </Stack>
  );
}
