import { Box, NativeSelect, NumberInput, SimpleGrid, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Body, post } from "../../api/call.ts";
import { CopyCurl } from "../../components/copy.tsx";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { keyOf, refOf } from "../../components/variant-ref.ts";
import { read } from "../../session/queries.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { usePlanNames } from "./plan-parts.tsx";
import type { Rules } from "./policy-rules.ts";
import { texts } from "./policy-texts.ts";
import { RehearsalResult } from "./rehearsal-result.tsx";

const REHEARSE = "/storeadmin/v3/alerts/rehearse";
const UNITS_MAX = 1_000_000;
const TYPING_MS = 250;
/** At first, units come for this share of those who wait: a policy matters when there are too few. */
const SHARE = 0.3;

/** Rehearses a restock of one of the most wanted products with the policy that is being edited. */
export function RehearsalPanel({ rules }: { rules: Rules }) {
  const words = useWords(texts);
  const wanted = useQuery(read("/storeadmin/v3/demand", { topic: "backinstock", limit: 50 }));
  return (
    <Loaded query={wanted}>
      {({ items }) => {
        const variants = items.filter(({ people }) => people > 0);
        return variants.length === 0 ? (
          <Empty title={words.nobody} text={words.nobodyText} />
        ) : (
          <Rehearsal rules={rules} variants={variants} />
        );
      }}
    </Loaded>
  );
}

type Variant = {
  readonly epi: string;
  readonly market?: string;
  readonly dt: string | null;
  readonly vi: string | null;
  readonly people: number;
};

function Rehearsal({ rules, variants }: { rules: Rules; variants: readonly Variant[] }) {
  const words = useWords(texts);
  const formats = useFormats();
  const names = usePlanNames();
  const [key, setKey] = useState("");
  const variant = variants.find((one) => keyOf(one) === key) ?? variants[0] ?? { epi: "" };
  const [units, setUnits] = useState(() => Math.max(1, Math.ceil((variants[0]?.people ?? 0) * SHARE)));
  const [buyPercent, setBuyPercent] = useState(30);
  const body: Body<typeof REHEARSE> = { ...refOf(variant), units, policy: rules };
  const [asked] = useDebouncedValue(body, TYPING_MS);
  const rehearsal = useQuery({
    queryKey: [REHEARSE, asked],
    queryFn: ({ signal }) => post(REHEARSE, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="md">
      <NativeSelect
        label={words.product}
        value={keyOf(variant)}
        onChange={(event) => setKey(event.currentTarget.value)}
        data={variants.map((one) => ({
          value: keyOf(one),
          label: words.option(names.product(one), words.people(one.people, formats.number(one.people))),
        }))}
      />
      <SimpleGrid cols={2} spacing="md">
        <NumberInput
          label={words.units}
          value={units}
          min={1}
          max={UNITS_MAX}
          allowDecimal={false}
          allowNegative={false}
          onChange={(value) => Number(value) >= 1 && setUnits(Math.min(UNITS_MAX, Number(value)))}
        />
        <NumberInput
          label={words.buyShare}
          value={buyPercent}
          min={0}
          max={100}
          allowDecimal={false}
          allowNegative={false}
          onChange={(value) => setBuyPercent(Math.min(100, Number(value)))}
        />
      </SimpleGrid>
      <Loaded query={rehearsal}>
        {(result) => (
          <RehearsalResult result={result} rules={rules} units={Number(asked.units)} buyShare={buyPercent / 100} />
        )}
      </Loaded>
      <Box>
        <CopyCurl path={REHEARSE} body={body} />
      </Box>
    </Stack>
  );
}
