import { Button, Group, NumberInput, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Got } from "../../api/call.ts";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { titleOf } from "../../components/product.tsx";
import { keyOf, refOf } from "../../components/variant-ref.ts";
import { read, useChange } from "../../session/queries.ts";
import { useWords } from "../../words/words.ts";
import { PolicyExample } from "./policy-example.tsx";
import { RehearsalResult } from "./rehearsal-result.tsx";
import { StepPanel, type StepProps } from "./step-panel.tsx";
import { texts } from "./texts.ts";

type Row = Got<"/storeadmin/v3/demand">["items"][number];

const PATH = "/storeadmin/v3/alerts/rehearse";
const POLL_MS = 3_000;
const UNITS_MAX = 100_000;

/** Who would hear of a restock. Nothing is sent. */
export function RehearsalStep({ state, leave }: StepProps) {
  const words = useWords(texts);
  const demand = useQuery({
    ...read("/storeadmin/v3/demand", { topic: "backinstock", limit: "10" }),
    refetchInterval: ({ state: { data } }) => (data?.items.length ? false : POLL_MS),
  });
  return (
    <StepPanel
      title={words.steps.rehearsal}
      lead={words.rehearsalLead}
      isDone={state === "done"}
      leave={leave}
      isLast
      button={
        <Button onClick={() => leave.goOn()} loading={leave.busy}>
          {words.finish}
        </Button>
      }
    >
      <Loaded query={demand}>
        {({ items: [first, ...others] }) => (first ? <Rehearse rows={[first, ...others]} /> : <PolicyExample />)}
      </Loaded>
      <PageLink to="/restocks/policy" size="sm">
        {words.changePolicy}
      </PageLink>
    </StepPanel>
  );
}

function Rehearse({ rows }: { rows: readonly [Row, ...Row[]] }) {
  const words = useWords(texts);
  const [key, setKey] = useState("");
  const variant = rows.find((row) => keyOf(row) === key) ?? rows[0];
  const [units, setUnits] = useState(1);
  const rehearse = useChange(PATH);
  const body = { ...refOf(variant), topic: "backinstock", units };
  function start(event: FormEvent) {
    event.preventDefault();
    rehearse.mutate(body);
  }
  return (
    <form onSubmit={start}>
      <Stack gap="md">
        <Group gap="md" align="flex-end">
          <Select
            label={words.rehearseVariant}
            data={rows.map((row) => ({ value: keyOf(row), label: titleOf(row) }))}
            value={keyOf(variant)}
            allowDeselect={false}
            flex="2 1 14rem"
            onChange={(chosen) => chosen && setKey(chosen)}
          />
          <NumberInput
            label={words.rehearseUnits}
            value={units}
            min={1}
            max={UNITS_MAX}
            allowDecimal={false}
            flex="1 1 8rem"
            onChange={(value) => setUnits(Number(value) || 1)}
          />
        </Group>
        <Group gap="sm">
          <Button type="submit" variant="light" loading={rehearse.isPending}>
            {words.rehearse}
          </Button>
          <CopyCurl path={PATH} body={body} />
        </Group>
        {rehearse.isError && <Failure error={rehearse.error} />}
        {rehearse.data && <RehearsalResult result={rehearse.data} units={Number(rehearse.variables?.units ?? units)} />}
        {!rehearse.data && (
          <Text size="sm" c="dimmed">
            {words.nothingIsSent}
          </Text>
        )}
      </Stack>
    </form>
  );
}
