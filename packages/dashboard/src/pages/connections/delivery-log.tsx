import { Badge, Button, SegmentedControl, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import type { Got } from "../../api/call.ts";
import type { Column } from "../../components/data-table.tsx";
import { Empty } from "../../components/empty.tsx";
import { Failure } from "../../components/failure.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { DownloadCsv, Rows } from "../../components/rows.tsx";
import { useChange } from "../../session/queries.ts";
import { useFormats } from "../../words/formats.ts";
import { useSayWhy } from "../../words/why.ts";
import { useWords } from "../../words/words.ts";
import { DELIVERY_STATES } from "./routes.ts";
import { deliveryReasons } from "./webhook-reasons.ts";
import type { Webhook } from "./webhook-state.tsx";
import { webhookTexts } from "./webhooks-texts.ts";

const PATH = "/storeadmin/v3/webhooks/deliveries";
const COLORS = { waiting: "gray", delivered: "green", failed: "red" } as const;
type Delivery = Got<typeof PATH>["items"][number];

export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const words = useWords(webhookTexts);
  const formats = useFormats();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { endpoint } = webhook;
  const { state } = useSearch({ from: "/shell/connections/webhooks/$endpoint" });
  const query = { endpoint, ...(state ? { state } : {}) };
  const replay = useChange("/storeadmin/v3/webhooks/replay", { changes: [PATH, "/storeadmin/v3/webhooks"] });

  // The list of webhooks is read every few seconds; when it shows that something was sent, the log is read, too.
  const { waiting, lastSuccess, lastFailure } = webhook;
  const sent = `${waiting} ${lastSuccess} ${lastFailure}`;
  useEffect(() => void client.invalidateQueries({ queryKey: [PATH] }), [client, sent]);

  const { mutate, isPending, variables } = replay;
  const columns = useMemo(
    (): readonly Column<Delivery>[] => [
      {
        name: words.event,
        show: (one) => (
          <>
            {one.type}
            {one.number === 0 && (
              <Text size="xs" c="dimmed">
                {words.example}
              </Text>
            )}
          </>
        ),
      },
      { name: words.number, align: "right", wide: true, show: ({ number }) => formats.number(number) },
      { name: words.state, show: (one) => <State delivery={one} /> },
      { name: words.answer, show: (one) => <Answer delivery={one} /> },
      { name: words.tries, align: "right", wide: true, show: ({ tries }) => formats.number(tries) },
      { name: words.time, show: ({ triedAt, createdAt }) => <Ago at={triedAt ?? createdAt} /> },
      {
        name: words.action,
        show: (one) => (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.replayOneOf(one.type, one.number)}
            disabled={webhook.state === "disabled"}
            loading={isPending && variables.delivery === one.delivery}
            onClick={() => mutate({ endpoint, delivery: one.delivery })}
          >
            {words.replayOne}
          </Button>
        ),
      },
    ],
    [words, formats, mutate, isPending, variables, endpoint, webhook.state],
  );
  return (
    <Panel
      title={words.log}
      lead={words.logLead}
      flush
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label={words.state}
            value={state ?? "all"}
            data={[
              { value: "all", label: words.every },
              ...DELIVERY_STATES.map((value) => ({ value, label: words.deliveryStates[value] })),
            ]}
            onChange={(value) =>
              void navigate({
                to: "/connections/webhooks/$endpoint",
                params: { endpoint },
                search: DELIVERY_STATES.some((one) => one === value)
                  ? { state: value as (typeof DELIVERY_STATES)[number] }
                  : {},
              })
            }
          />
          <DownloadCsv path={PATH} query={query} name={`webhook-${endpoint}`} />
        </>
      }
    >
      {replay.error && <Failure error={replay.error} />}
      <Rows
        path={PATH}
        query={query}
        columns={columns}
        rowKey={({ delivery }) => delivery}
        label={words.log}
        empty={<Empty title={words.emptyLog} text={words.emptyLogText} />}
      />
    </Panel>
  );
}

function State({ delivery: { state, nextTry } }: { delivery: Delivery }) {
  const words = useWords(webhookTexts);
  const formats = useFormats();
  return (
    <Stack gap={2}>
      <Badge variant="dot" tt="none" fw={500} color={COLORS[state]}>
        {words.deliveryStates[state]}
      </Badge>
      {nextTry && (
        <Text size="xs" c="dimmed">
          {words.nextTry(formats.ago(nextTry))}
        </Text>
      )}
    </Stack>
  );
}

function Answer({ delivery }: { delivery: Delivery }) {
  const { status, tookMs, why } = delivery;
  const formats = useFormats();
  const problem = useSayWhy(deliveryReasons)(why) ?? delivery.problem;
  return (
    <Stack gap={2} maw="24rem">
      <Text size="sm" className="ks-number">
        {[status, tookMs === null ? null : `${formats.number(tookMs)} ms`].filter((one) => one !== null).join(" · ") ||
          "–"}
      </Text>
      {problem && (
        <Text size="xs" c="dimmed" lineClamp={3}>
          {problem}
        </Text>
      )}
    </Stack>
  );
}
