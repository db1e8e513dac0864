import { Box, Button, Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Got } from "../../api/call.ts";
import type { Column } from "../../components/data-table.tsx";
import { Empty } from "../../components/empty.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { type Plan, progressOf, whyWaiting } from "../../components/plan.ts";
import { DownloadCsv, Rows } from "../../components/rows.tsx";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { useEventText } from "../people/event-texts.ts";
import { Choice } from "./choice.tsx";
import { texts } from "./plan-texts.ts";
import { WHO } from "./routes.ts";

const RECIPIENTS = "/storeadmin/v3/plans/recipients";
type Recipient = Got<typeof RECIPIENTS>["items"][number];

/** Who was notified and who was not, with the reasons. Each read that shows addresses is in the audit log, so the lists are
 *  read again when somebody asks for it, and not at each change of the plan. */
export function PlanPeople({ plan }: { plan: Plan }) {
  const words = useWords(texts);
  const { who = "notified" } = useSearch({ from: "/shell/restocks/$plan" });
  const navigate = useNavigate();
  const client = useQueryClient();
  const { told } = progressOf(plan);
  const [shown, setShown] = useState(told);
  const columns = useColumns(plan, who);
  const query = { plan: plan.plan, who };
  const readAgain = () => {
    setShown(told);
    void client.invalidateQueries({ queryKey: [RECIPIENTS] });
  };
  return (
    <Panel
      title={words.who}
      lead={words.whoLead}
      flush
      actions={<DownloadCsv path={RECIPIENTS} query={query} name={`restock-${plan.plan}-${who}`} />}
    >
      <Group px="lg" pb="md" gap="md">
        <Choice
          label={words.who}
          value={who}
          data={WHO.map((value) => ({ value, label: words.lists[value] }))}
          onChange={(chosen) =>
            void navigate({
              to: "/restocks/$plan",
              params: { plan: plan.plan },
              search: { who: chosen },
              resetScroll: false,
            })
          }
        />
        {told !== shown && (
          <Group gap="xs" role="status">
            <Text size="sm" c="dimmed">
              {words.newer}
            </Text>
            <Button size="compact-sm" variant="default" onClick={readAgain}>
              {words.reload}
            </Button>
          </Group>
        )}
      </Group>
      <Rows
        path={RECIPIENTS}
        query={query}
        columns={columns}
        rowKey={({ person, since, at, address }) => [person, since, at, address].join(" ")}
        label={words.lists[who]}
        empty={<Empty title={words.nobody[who]} text={words.nobodyText[who]} />}
      />
    </Panel>
  );
}

function useColumns(plan: Plan, who: (typeof WHO)[number]): Column<Recipient>[] {
  const words = useWords(texts);
  const formats = useFormats();
  const eventText = useEventText();
  const because = ({ because: text, why }: Recipient) => {
    if (why?.code === "other-currency") return words.otherCurrency(why.currency, why.wanted);
    if (why?.code === "lower-target") {
      const { currency, target, price } = why;
      return words.lowerTarget(formats.money({ currency, amount: target }), formats.money({ currency, amount: price }));
    }
    if (who === "waiting") return words.whyWaiting[whyWaiting(plan)];
    return eventText({ text, why, state: who === "failed" ? "undeliverable" : "notified" });
  };
  return [
    {
      name: words.person,
      show: ({ person, address }) =>
        person === null ? (
          <Text c="dimmed">{words.erased}</Text>
        ) : (
          <PageLink to="/people/$person" params={{ person }} inherit>
            {address}
          </PageLink>
        ),
    },
    {
      name: words.because,
      show: (recipient) => (
        <Box miw={160} maw={420}>
          {because(recipient)}
        </Box>
      ),
    },
    { name: words.at, show: ({ at }) => (at === null ? "–" : <Ago at={at} />) },
    { name: words.since, wide: true, show: ({ since }) => <Ago at={since} /> },
    { name: words.quantity, align: "right", show: ({ quantity }) => formats.number(quantity) },
  ];
}
