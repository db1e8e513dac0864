import { Badge } from "@mantine/core";
import { DataTable } from "../../components/data-table.tsx";
import { Empty } from "../../components/empty.tsx";
import { Panel } from "../../components/page.tsx";
import { Product } from "../../components/product.tsx";
import { keyOf } from "../../components/variant-ref.ts";
import { useFormats } from "../../words/formats.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { isOpen, type Person } from "./person.ts";
import { texts } from "./texts.ts";

/** The alerts of one person: what waits, and what has ended. */
export function AlertsPanel({ person: { alerts, unconfirmed, currency } }: { person: Person }) {
  const words = useWords(texts);
  const formats = useFormats();
  const topicName = useTopicName();
  const rows = [
    ...unconfirmed.map((one) => ({ ...one, state: "unconfirmed", quantity: null, target: null, isOpen: false })),
    ...alerts.map((one) => ({ ...one, isOpen: isOpen(one) })),
  ];
  const showPrice = (amount: string) =>
    currency ? formats.money({ currency, amount }) : formats.number(Number(amount));
  return (
    <Panel title={words.alerts} lead={words.alertsLead} flush={rows.length > 0}>
      {rows.length === 0 ? (
        <Empty title={words.noAlerts} text={words.noAlertsText} />
      ) : (
        <DataTable
          label={words.alerts}
          rows={rows}
          rowKey={(row) => `${row.state} ${row.topic} ${keyOf(row)} ${row.since}`}
          columns={[
            {
              name: words.product,
              minWidth: "10rem",
              maxWidth: "22rem",
              show: ({ epi, topic, ...variant }) =>
                epi && <Product variant={{ epi, ...variant }} topic={topic ?? undefined} />,
            },
            { name: words.state, show: (row) => <StateBadge state={row.state} isOpen={row.isOpen} /> },
            { name: words.topic, minWidth: "7rem", show: ({ topic }) => topicName(topic ?? "") },
            {
              name: words.quantity,
              align: "right",
              show: ({ quantity }) => (quantity === null ? "–" : formats.number(quantity)),
            },
            {
              name: words.target,
              align: "right",
              wide: true,
              show: ({ target }) => (target ? showPrice(target) : "–"),
            },
            { name: words.since, minWidth: "8rem", show: ({ since }) => formats.day(since) },
          ]}
        />
      )}
    </Panel>
  );
}

function StateBadge({ state, isOpen: open }: { state: string; isOpen: boolean }) {
  const words = useWords(texts);
  const color = state === "undeliverable" ? "red" : open ? "fir" : "gray";
  return (
    <Badge variant="dot" color={color} tt="none" fw={500} miw="max-content">
      {Object.hasOwn(words.states, state) ? words.states[state as keyof typeof words.states] : state}
    </Badge>
  );
}
