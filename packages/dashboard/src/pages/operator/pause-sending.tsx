import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Failure } from "../../components/failure.tsx";
import { Panel } from "../../components/page.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { useChange } from "../../session/queries.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import type { StoreState } from "./sending-state.tsx";
import { texts } from "./texts.ts";

const CHANGES = ["/storeadmin/v3/operator/store", "/storeadmin/v3/operator/stores"] as const;
const HOURS = [1, 24, 72, 168, 720] as const;
const HOUR_MS = 3_600_000;
const REASON_MIN = 3;

/** Pauses what a store sends, or ends the pause. */
export const PauseSending = ({ store }: { store: StoreState }) =>
  store.pause ? <Paused store={store} pause={store.pause} /> : <NotPaused store={store} />;

function Paused({ store, pause }: { store: StoreState; pause: NonNullable<StoreState["pause"]> }) {
  const words = useWords(texts);
  const formats = useFormats();
  const resume = useChange("/storeadmin/v3/operator/resume", { changes: CHANGES });
  return (
    <Panel title={words.paused} lead={words.resumeLead}>
      <Stack gap="sm">
        <Text>{words.pausedUntil(formats.time(pause.until))}</Text>
        {pause.reason && <Text c="dimmed">{words.because(pause.reason)}</Text>}
        {resume.isError && <Failure error={resume.error} />}
        <Group>
          <Button loading={resume.isPending} onClick={() => resume.mutate({ store: store.pid })}>
            {words.resume}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

function NotPaused({ store: { pid, name } }: { store: StoreState }) {
  const words = useWords(texts);
  const formats = useFormats();
  const pause = useChange("/storeadmin/v3/operator/pause", { changes: CHANGES });
  const [reason, setReason] = useState("");
  const [hours, setHours] = useState<(typeof HOURS)[number]>(24);
  const [asked, setAsked] = useState(false);
  const body = { store: pid, hours, reason: reason.trim() };
  return (
    <Panel title={words.pause} lead={words.pauseLead}>
      <Stack gap="sm" maw="36rem">
        <TextInput
          label={words.pauseReason}
          maxLength={200}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <NativeSelect
          label={words.pauseFor}
          maw="12rem"
          value={String(hours)}
          onChange={({ currentTarget: { value } }) => setHours(HOURS.find((one) => String(one) === value) ?? hours)}
          data={HOURS.map((one) => ({ value: String(one), label: words.hours[one] }))}
        />
        <Group>
          <Button color="red" variant="light" disabled={body.reason.length < REASON_MIN} onClick={() => setAsked(true)}>
            {words.pauseButton}
          </Button>
        </Group>
      </Stack>
      <TypedConfirm
        opened={asked}
        onClose={() => setAsked(false)}
        title={words.pauseTitle(name)}
        word={pid}
        button={words.pauseConfirm}
        onConfirm={() => pause.mutateAsync(body)}
      >
        {words.pauseText(formats.time(Date.now() + hours * HOUR_MS))}
      </TypedConfirm>
    </Panel>
  );
}
