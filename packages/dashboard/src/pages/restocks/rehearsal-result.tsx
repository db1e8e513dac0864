import { Divider, List, Stack, Table, Text } from "@mantine/core";
import type { Posted } from "../../api/call.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { type ExpectedWave, expectWaves } from "./expect-waves.ts";
import type { Rules } from "./policy-rules.ts";
import { texts } from "./policy-texts.ts";

type Rehearsal = Posted<"/storeadmin/v3/alerts/rehearse">;

const SHOWN = 6;
const IN_WORDS = 2;
const PEOPLE_SHOWN = 5;

/** What a restock would do: first in a sentence, then wave by wave. */
export function RehearsalResult({
  result: { told, waiting, people },
  rules,
  units,
  buyShare,
}: {
  result: Rehearsal;
  rules: Rules;
  units: number;
  buyShare: number;
}) {
  const words = useWords(texts);
  const formats = useFormats();
  const waves = expectWaves(rules, { units, told, waiting }, buyShare);
  if (waiting === 0) return <Text c="dimmed">{words.nobodyHears}</Text>;
  const left = waiting - waves.reduce((sum, wave) => sum + wave.people, 0);
  const clauses = [
    words.atOnce(formats.number(told), formats.number(waiting)),
    ...waves
      .slice(1, 1 + IN_WORDS)
      .map((wave) => words.later(formats.number(wave.people), formats.duration(wave.afterSeconds))),
  ];
  return (
    <Stack gap="md">
      <Divider />
      <Text fw={600} aria-live="polite">
        {words.ifArrive(formats.number(units))} {clauses.join(", ")}
        {waves.length > 1 + IN_WORDS ? " …" : "."}{" "}
        {left > 0 ? words.keepPlace(words.people(left, formats.number(left))) : words.noneLeft}
      </Text>
      {waves.length > 1 && <WavesTable waves={waves} />}
      {people.length > 0 && (
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            {words.firstPeople}
          </Text>
          <List size="sm" type="ordered">
            {people.slice(0, PEOPLE_SHOWN).map(({ place, address, quantity }) => (
              <List.Item key={place}>
                {address}
                {quantity > 1 && ` (${words.wants(formats.number(quantity))})`}
              </List.Item>
            ))}
          </List>
        </Stack>
      )}
    </Stack>
  );
}

function WavesTable({ waves }: { waves: readonly ExpectedWave[] }) {
  const words = useWords(texts);
  const formats = useFormats();
  return (
    <Stack gap={4}>
      <Table aria-label={words.wavesTable} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.when}</Table.Th>
            <Table.Th ta="right">{words.hear}</Table.Th>
            <Table.Th ta="right">{words.unitsLeft}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {waves.slice(0, SHOWN).map(({ afterSeconds, people, units }, index) => (
            <Table.Tr key={index}>
              <Table.Td>{index === 0 ? words.now : words.after1(formats.duration(afterSeconds))}</Table.Td>
              <Table.Td ta="right" className="ks-number">
                {formats.number(people)}
              </Table.Td>
              <Table.Td ta="right" className="ks-number">
                {formats.number(units)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {waves.length > SHOWN && (
        <Text size="sm" c="dimmed">
          {words.moreWaves(formats.number(waves.length - SHOWN))}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {words.buyShareText}
      </Text>
    </Stack>
  );
}
