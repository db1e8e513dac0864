import { Group, NativeSelect, NumberInput, Paper, Stack, Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { type Edited, wayOf } from "./policy-rules.ts";
import { texts } from "./policy-texts.ts";

/** Pauses to choose from, in seconds. */
const WAITS = [0, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 86_400] as const;

type Change = { edited: Edited; onChange: (edited: Edited) => void };

/** The sentences of the way that is chosen. */
export function PolicyFields({ edited, onChange }: Change) {
  const words = useWords(texts);
  const { fields } = words;
  const order = <OrderField edited={edited} onChange={onChange} />;
  const wait = <WaitField edited={edited} onChange={onChange} />;
  const number = (name: "perUnit" | "waveSize" | "offerMinutes" | "unitsMax", max: number) => (
    <NumberInput
      aria-label={fields[name]}
      value={edited[name]}
      min={1}
      max={max}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      clampBehavior="blur"
      w={84}
      onChange={(value) => {
        const given = Math.min(max, Number(value));
        if (given >= 1) onChange({ ...edited, [name]: given });
      }}
    />
  );
  const unitsMax = words.unitsMax(number("unitsMax", 999));
  const sentences = {
    "per-unit": () => [words.perUnit(number("perUnit", 1_000), order), words.perUnitWait(wait), unitsMax],
    waves: () => [words.waves(number("waveSize", 1_000_000), order), words.wavesWait(wait)],
    all: () => [words.all(order)],
    offers: () => [
      words.offers(number("offerMinutes", 10_080), order),
      words.offersAfter(<AfterField edited={edited} onChange={onChange} />),
      unitsMax,
    ],
  };
  return (
    <Paper p="md" bg="var(--ks-ground)">
      <Stack gap="md">
        {sentences[wayOf(edited)]().map((parts, index) => (
          <Sentence key={`${wayOf(edited)} ${index}`} parts={parts} />
        ))}
      </Stack>
    </Paper>
  );
}

const Sentence = ({ parts }: { parts: readonly ReactNode[] }) => (
  <Group gap={8} align="center">
    {parts.map((part, index) => (
      <Fragment key={index}>{typeof part === "string" ? <Text component="span">{part}</Text> : part}</Fragment>
    ))}
  </Group>
);

function OrderField({ edited, onChange }: Change) {
  const words = useWords(texts);
  const names = ["oldest", "newest", "drawn"] as const;
  return (
    <NativeSelect
      aria-label={words.fields.order}
      value={edited.order}
      data={names.map((value) => ({ value, label: words.orders[value] }))}
      onChange={(event) => {
        const order = names.find((name) => name === event.currentTarget.value);
        if (order) onChange({ ...edited, order });
      }}
    />
  );
}

function WaitField({ edited, onChange }: Change) {
  const words = useWords(texts);
  const { duration } = useFormats();
  const known: readonly number[] = WAITS;
  const waits = known.includes(edited.waitSeconds)
    ? known
    : [...known, edited.waitSeconds].toSorted((one, other) => one - other);
  return (
    <NativeSelect
      aria-label={words.fields.wait}
      value={String(edited.waitSeconds)}
      data={waits.map((seconds) => ({
        value: String(seconds),
        label: seconds === 0 ? words.waits.never : words.waits.at(duration(seconds)),
      }))}
      onChange={(event) => onChange({ ...edited, waitSeconds: Number(event.currentTarget.value) })}
    />
  );
}

function AfterField({ edited, onChange }: Change) {
  const words = useWords(texts);
  const names = ["keep", "leave"] as const;
  return (
    <NativeSelect
      aria-label={words.fields.afterOffer}
      value={edited.afterOffer}
      data={names.map((value) => ({ value, label: words.after[value] }))}
      onChange={(event) => {
        const afterOffer = names.find((name) => name === event.currentTarget.value);
        if (afterOffer) onChange({ ...edited, afterOffer });
      }}
    />
  );
}
