import { Alert, Button, Group, NumberInput, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { Panel } from "../../components/page.tsx";
import { useChange } from "../../session/queries.ts";
import { useFormats } from "../../words/formats.ts";
import { useSayWhy } from "../../words/why.ts";
import { useWords } from "../../words/words.ts";
import { replayReasons } from "./webhook-reasons.ts";
import type { Webhook } from "./webhook-state.tsx";
import { webhookTexts } from "./webhooks-texts.ts";

const PATH = "/storeadmin/v3/webhooks/replay";

/** A moment from a field without a zone, which is in the person's. */
const toMoment = (local: string) => new Date(local).toISOString();

/** Sends a range of past events again. */
export function ReplayPanel({ webhook: { endpoint, state, replay } }: { webhook: Webhook }) {
  const words = useWords(webhookTexts);
  const formats = useFormats();
  const sayProblem = useSayWhy(replayReasons);
  const [by, setBy] = useState<"number" | "time">("number");
  const [fromNumber, setFromNumber] = useState<number | string>("");
  const [toNumber, setToNumber] = useState<number | string>("");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const start = useChange(PATH, { changes: ["/storeadmin/v3/webhooks", "/storeadmin/v3/webhooks/deliveries"] });
  const isComplete = by === "number" ? fromNumber !== "" && toNumber !== "" : from !== "" && to !== "";
  const body =
    by === "number"
      ? { endpoint, fromNumber: Number(fromNumber), toNumber: Number(toNumber) }
      : { endpoint, ...(isComplete ? { from: toMoment(from), to: toMoment(to) } : {}) };
  const isRunning = replay !== null && !replay.finishedAt;
  return (
    <Panel title={words.replay} lead={words.replayLead}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate(body);
        }}
      >
        <Stack gap="md" align="flex-start">
          <SegmentedControl
            aria-label={words.replayBy}
            value={by}
            onChange={(value) => setBy(value === "time" ? "time" : "number")}
            data={[
              { value: "number", label: words.byNumber },
              { value: "time", label: words.byTime },
            ]}
          />
          <Group gap="sm" align="flex-end">
            {by === "number" ? (
              <>
                <NumberInput
                  label={words.fromNumber}
                  value={fromNumber}
                  onChange={setFromNumber}
                  min={1}
                  hideControls
                />
                <NumberInput label={words.toNumber} value={toNumber} onChange={setToNumber} min={1} hideControls />
              </>
            ) : (
              <>
                <TextInput
                  type="datetime-local"
                  label={words.from}
                  value={from}
                  onChange={(event) => setFrom(event.currentTarget.value)}
                />
                <TextInput
                  type="datetime-local"
                  label={words.to}
                  value={to}
                  onChange={(event) => setTo(event.currentTarget.value)}
                />
              </>
            )}
            <Button
              type="submit"
              variant="default"
              disabled={!isComplete || isRunning || state === "disabled"}
              loading={start.isPending}
            >
              {words.replayNow}
            </Button>
            {isComplete && <CopyCurl path={PATH} body={body} />}
          </Group>
          {start.error && <Failure error={start.error} />}
          {replay && (
            <Text size="sm" c="dimmed" role="status">
              {replay.finishedAt
                ? words.replayDone(formats.number(replay.events), formats.ago(replay.finishedAt))
                : words.replayRunning(formats.number(replay.events))}
            </Text>
          )}
          {replay?.problem && (
            <Alert color="orange">
              {words.replayProblem}: {sayProblem(replay.why) ?? replay.problem}
            </Alert>
          )}
        </Stack>
      </form>
    </Panel>
  );
}
