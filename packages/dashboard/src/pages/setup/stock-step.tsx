import { Group, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { curlOf } from "../../components/copy.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { read } from "../../session/queries.ts";
import { useMay, useSession } from "../../session/session.ts";
import { useFormats } from "../../words/formats.ts";
import { PLATFORMS } from "../../words/platforms.ts";
import { useWords } from "../../words/words.ts";
import { CodeBlock } from "./code-block.tsx";
import { EXAMPLE } from "./example.ts";
import { StepPanel, type StepProps } from "./step-panel.tsx";
import { texts } from "./texts.ts";
import { Watched } from "./watched.tsx";

const { feed: _, ...PLATFORMS_OF_SHOPS } = PLATFORMS;
const SHOPS = Object.values(PLATFORMS_OF_SHOPS);
const UNITS_MAX = 1_000_000;

/** The call that reports stock, and the wait for the first report. */
export function StockStep({ state, leave }: StepProps) {
  const words = useWords(texts);
  const formats = useFormats();
  const { store } = useSession();
  const pid = store?.pid ?? "";
  const mayMakeKeys = useMay("keys");
  const { data: connections } = useQuery(read("/storeadmin/v3/connections"));
  const { data: demand } = useQuery(read("/storeadmin/v3/demand", { limit: "1" }));
  const [typed, setTyped] = useState<string>();
  const [units, setUnits] = useState(12);
  const [occurredAt] = useState(() => new Date().toISOString());
  const epi = typed ?? demand?.items[0]?.epi ?? EXAMPLE.epi;
  const body = { levels: [{ epi, quantity: units, occurredAt }] };
  const curl = curlOf({ path: "/storeadmin/v3/inventory/set", body }).replace("$PID", pid);
  const product = {
    epi,
    empi: EXAMPLE.empi,
    dt: "Jacket",
    du: "https://shop.example/p/jacket",
    pr: 245,
    currency: "EUR",
  };
  const nameIt = { path: "/storeadmin/v3/catalog/upsert", body: { variants: [product] } };
  const report = connections?.stock;
  return (
    <StepPanel title={words.steps.stock} lead={words.stockLead} isDone={state === "done"} leave={leave}>
      <Text size="sm">{words.connectors(formats.anyOf(SHOPS))}</Text>
      <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
        <TextInput
          label={words.variant}
          description={words.variantHint}
          value={epi}
          maxLength={64}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <NumberInput
          label={words.units}
          description={words.unitsHint}
          value={units}
          min={0}
          max={UNITS_MAX}
          allowDecimal={false}
          onChange={(value) => setUnits(Number(value) || 0)}
        />
      </Group>
      <Stack gap={6}>
        <CodeBlock label={words.call} code={curl} />
        <Text size="sm" c="dimmed">
          {words.keyHint}{" "}
          {mayMakeKeys && (
            <PageLink to="/connections/keys" inherit underline="always">
              {words.makeKey}
            </PageLink>
          )}
        </Text>
      </Stack>
      <Stack gap={6}>
        <CodeBlock label={words.nameIt} code={curlOf(nameIt).replace("$PID", pid)} />
        <Text size="sm" c="dimmed">
          {words.nameItHint}
        </Text>
      </Stack>
      <Watched
        isSeen={state === "done"}
        waiting={words.stockWaiting}
        seen={report?.lastReport ? words.stockSeen(formats.ago(report.lastReport), report.keyName) : words.stockWaiting}
      />
    </StepPanel>
  );
}
