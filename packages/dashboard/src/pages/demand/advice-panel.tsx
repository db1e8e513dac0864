import { Badge, Box, Grid, Group, NumberInput, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { withQuery } from "../../api/call.ts";
import { CopyCurl } from "../../components/copy.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Panel } from "../../components/page.tsx";
import type { VariantRef } from "../../components/variant-ref.ts";
import { read } from "../../session/queries.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { adviceTexts } from "./advice-texts.ts";
import { IntervalBar } from "./interval-bar.tsx";
import { NoAdvice } from "./no-advice.tsx";
import type { VariantSearch } from "./routes.ts";
import { type Advice, type Sureness, surenessOf } from "./sureness.ts";

const NEXT_UNITS = 10;
const UNITS_MAX = 999_999;

/** What to reorder, how sure that is, and why. */
export function AdvicePanel({ variant, search }: { variant: VariantRef; search: VariantSearch }) {
  const words = useWords(adviceTexts);
  const { units = NEXT_UNITS } = search;
  const query = { ...variant, units: String(units) };
  const advice = useQuery({ ...read("/storeadmin/v3/demand/advice", query), placeholderData: keepPreviousData });
  return (
    <Panel title={words.title} actions={<CopyCurl path={withQuery("/storeadmin/v3/demand/advice", query)} />}>
      <Loaded query={advice} rows={4}>
        {(data) =>
          data.units === null ? (
            <NoAdvice advice={data} />
          ) : (
            <Grid gap="xl">
              <Grid.Col span={{ base: 12, md: 7 }}>
                <Order advice={data} units={data.units} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 5 }}>
                <WhatIf advice={data} units={units} search={search} />
              </Grid.Col>
            </Grid>
          )
        }
      </Loaded>
    </Panel>
  );
}

const COLORS: Readonly<Record<Sureness, string>> = { good: "fir", fair: "yellow", rough: "orange" };

function Order({ advice, units }: { advice: Advice; units: number }) {
  const words = useWords(adviceTexts);
  const { number } = useFormats();
  const { waiting, interval } = advice;
  const sureness = surenessOf(advice);
  const wanted = words.unitsOf(waiting.units, number(waiting.units));
  const headline =
    waiting.people === 0 ? words.nobody : units === 0 ? words.orderNone : words.order(units, number(units));
  return (
    <Stack gap="sm">
      <Text fz={{ base: "1.375rem", sm: "1.75rem" }} fw={650} lh={1.25}>
        {headline}
      </Text>
      {waiting.people > 0 && interval && (
        <>
          <Text>
            {words.expectation(number(waiting.people), wanted, waiting.people === 1)}{" "}
            {words.interval(number(interval.low), number(interval.high), number(interval.coverage * 10))}
          </Text>
          <IntervalBar
            low={interval.low}
            high={interval.high}
            units={units}
            wanted={waiting.units}
            label={words.bar(number(interval.low), number(interval.high), number(units), number(waiting.units))}
          />
          <Group gap="xs">
            <Text fw={600}>{words.howSure}</Text>
            <Badge variant="dot" color={COLORS[sureness]} tt="none">
              {words.sure[sureness]}
            </Badge>
          </Group>
        </>
      )}
      <Reasons advice={advice} />
    </Stack>
  );
}

/** What the advice is based on, in sentences. */
function Reasons({ advice: { basedOn, conversion } }: { advice: Advice }) {
  const words = useWords(adviceTexts);
  const { number, percent } = useFormats();
  const rounded = (share: number) => percent(Math.round(share * 100) / 100);
  const { restocks, restocksOfOthers, notified, bought, soldOut, purchases, windowDays } = basedOn;
  const isReported = purchases === "reports";
  return (
    <Text size="sm" c="dimmed" maw="62ch">
      {[
        words.basedOn({
          own: restocks,
          ownShown: number(restocks),
          others: restocksOfOthers,
          othersShown: number(restocksOfOthers),
        }),
        isReported ? words.bought(number(bought), number(notified), windowDays) : words.notified(number(notified)),
        ...(conversion
          ? [words.conversion(rounded(conversion.mean), rounded(conversion.low), rounded(conversion.high))]
          : []),
        ...(soldOut > 0 ? [words.soldOut(number(soldOut))] : []),
        ...(isReported ? [] : [words.fromStock]),
      ].join(" ")}
    </Text>
  );
}

function WhatIf({ advice: { next }, units, search }: { advice: Advice; units: number; search: VariantSearch }) {
  const words = useWords(adviceTexts);
  const { number, percent } = useFormats();
  const navigate = useNavigate();
  const ask = (wanted: string | number) => {
    if (Number.isInteger(wanted) && Number(wanted) > 0)
      void navigate({ to: ".", search: { ...search, units: Number(wanted) }, replace: true });
  };
  return (
    <Stack gap="xs">
      <NumberInput
        label={words.whatIf}
        value={units}
        onChange={ask}
        min={1}
        max={UNITS_MAX}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        maw={240}
      />
      {next && (
        <Box aria-live="polite">
          <Text>{words.next(number(next.expected), number(next.units))}</Text>
          <Text c="dimmed" size="sm">
            {words.chance(percent(next.chanceOfAll))}
          </Text>
        </Box>
      )}
    </Stack>
  );
}
