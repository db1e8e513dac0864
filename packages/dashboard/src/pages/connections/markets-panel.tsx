import { ActionIcon, Button, Group, List, Stack, Text } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Empty } from "../../components/empty.tsx";
import { Market as MarketBadge } from "../../components/market.tsx";
import { Panel } from "../../components/page.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { useChange } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { type Market, MarketForm } from "./market-form.tsx";
import { marketsTexts } from "./markets-texts.ts";

export function MarketsPanel({ version, markets }: { version: string; markets: readonly Market[] }) {
  const words = { ...useWords(common), ...useWords(marketsTexts) };
  const mayChange = useMay("settings:write");
  const [edited, setEdited] = useState<Market | "new">();
  const [leaving, setLeaving] = useState("");
  const change = useChange("/storeadmin/v3/settings/update", {
    changes: ["/storeadmin/v3/settings"],
    headers: () => ({ "if-match": `"${version}"` }),
  });
  const without = (name: string) => markets.filter((market) => market.name !== name);
  return (
    <Panel
      title={words.title}
      lead={words.lead}
      actions={
        mayChange && (
          <Button variant="default" onClick={() => setEdited("new")}>
            {words.add}
          </Button>
        )
      }
    >
      {markets.length === 0 ? (
        <Empty title={words.none} text={words.noneText} />
      ) : (
        <List listStyleType="none" spacing="sm" aria-label={words.title}>
          {markets.map((market) => (
            <List.Item key={market.name} styles={{ itemWrapper: { width: "100%" }, itemLabel: { width: "100%" } }}>
              <Group justify="space-between" wrap="nowrap">
                <Stack gap={2}>
                  <Group gap="sm">
                    <MarketBadge market={market.name} />
                    <Text size="sm">{market.currency}</Text>
                  </Group>
                  <Text size="sm" c="dimmed">
                    {[market.locations?.join(", ") || words.allStock, market.url].filter(Boolean).join(" · ")}
                  </Text>
                </Stack>
                {mayChange && (
                  <Group gap={4} wrap="nowrap">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={words.changeOne(market.name)}
                      onClick={() => setEdited(market)}
                    >
                      <IconPencil size={16} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={words.removeOne(market.name)}
                      onClick={() => setLeaving(market.name)}
                    >
                      <IconTrash size={16} />
                    </ActionIcon>
                  </Group>
                )}
              </Group>
            </List.Item>
          ))}
        </List>
      )}
      {edited && (
        <MarketForm
          market={edited === "new" ? undefined : edited}
          others={edited === "new" ? markets : without(edited.name)}
          version={version}
          onClose={() => setEdited(undefined)}
        />
      )}
      <TypedConfirm
        opened={leaving !== ""}
        onClose={() => setLeaving("")}
        title={words.removeOne(leaving)}
        word={leaving}
        button={words.remove}
        onConfirm={() => change.mutateAsync({ markets: without(leaving) })}
      >
        {words.removeText}
      </TypedConfirm>
    </Panel>
  );
}
