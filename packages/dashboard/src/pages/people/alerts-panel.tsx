import { Badge, ScrollArea, Table } from "@mantine/core";
import { Empty } from "../../components/empty.tsx";
import { Panel } from "../../components/page.tsx";
import { Product } from "../../components/product.tsx";
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
  return (
    <Panel title={words.alerts} lead={words.alertsLead} flush={rows.length > 0}>
      {rows.length === 0 ? (
        <Empty title={words.noAlerts} text={words.noAlertsText} />
      ) : (
        <ScrollArea type="auto">
          <Table aria-label={words.alerts}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.product}</Table.Th>
                <Table.Th>{words.state}</Table.Th>
                <Table.Th>{words.topic}</Table.Th>
                <Table.Th ta="right">{words.quantity}</Table.Th>
                <Table.Th ta="right" visibleFrom="sm">
                  {words.target}
                </Table.Th>
                <Table.Th>{words.since}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={`${row.state} ${row.topic} ${row.epi} ${row.since}`}>
                  <Table.Td miw="10rem" maw="22rem">
                    {row.epi && (
                      <Product variant={{ epi: row.epi, dt: row.dt, vi: row.vi }} topic={row.topic ?? undefined} />
                    )}
                  </Table.Td>
                  <Table.Td>
                    <StateBadge state={row.state} isOpen={row.isOpen} />
                  </Table.Td>
                  <Table.Td miw="7rem">{topicName(row.topic ?? "")}</Table.Td>
                  <Table.Td ta="right" className="ks-number">
                    {row.quantity === null ? "–" : formats.number(row.quantity)}
                  </Table.Td>
                  <Table.Td ta="right" className="ks-number" visibleFrom="sm">
                    {!row.target
                      ? "–"
                      : currency
                        ? formats.money({ currency, amount: row.target })
                        : formats.number(Number(row.target))}
                  </Table.Td>
                  <Table.Td miw="8rem">{formats.day(row.since)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
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
