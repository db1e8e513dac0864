import { Badge, Box, Button, Group, Switch, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Empty } from "../../components/empty.tsx";
import { Ago } from "../../components/moment.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { DownloadCsv, Rows } from "../../components/rows.tsx";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { Counted } from "./counted.tsx";
import { OperatorsOnly } from "./operators-only.tsx";
import { SendingState, type StoreState } from "./sending-state.tsx";
import { texts } from "./texts.ts";

const PATH = "/storeadmin/v3/operator/stores";
const PAGE = 25;
const TYPING_MS = 300;

export const StoresPage = () => (
  <OperatorsOnly>
    <Stores />
  </OperatorsOnly>
);

function Stores() {
  const words = { ...useWords(common), ...useWords(texts) };
  const navigate = useNavigate();
  const { search = "", paused = false } = useSearch({ from: "/shell/operator" });
  const [typed, setTyped] = useState(search);
  const show = (next: { search?: string; paused?: boolean }) => void navigate({ to: "/operator", search: next });
  const find = useDebouncedCallback(
    (text: string) => show({ ...(text ? { search: text } : {}), ...(paused ? { paused } : {}) }),
    TYPING_MS,
  );
  const query = { ...(search ? { search } : {}), ...(paused ? { paused: "true" as const } : {}) };
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <Button variant="default" size="compact-sm" component={Link} to="/operator/events">
            {words.setAsideLink}
          </Button>
          <DownloadCsv path={PATH} query={query} name="stores" />
        </>
      }
    >
      <Panel flush>
        <Group p="md" gap="lg" align="flex-end">
          <TextInput
            flex="1 1 14rem"
            maw="26rem"
            label={words.search}
            description={words.searchHint}
            leftSection={<IconSearch size={16} />}
            value={typed}
            maxLength={200}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value);
              find(value.trim());
            }}
          />
          <Switch
            label={words.onlyPaused}
            checked={paused}
            pb={8}
            onChange={({ currentTarget: { checked } }) =>
              show({ ...(search ? { search } : {}), ...(checked ? { paused: true } : {}) })
            }
          />
        </Group>
        <Rows
          path={PATH}
          query={{ ...query, limit: PAGE }}
          rowKey={({ pid }) => pid}
          label={words.title}
          empty={
            paused && !search ? (
              <Empty title={words.noPaused} text={words.noPausedText} />
            ) : (
              <Empty title={words.noStores} text={words.noStoresText} />
            )
          }
          columns={[
            { name: words.store, show: (store) => <Name store={store} /> },
            { name: words.waitingMails, align: "right", show: ({ mails }) => <Counted {...mails.waiting} /> },
            {
              name: words.oldestMail,
              show: ({ mails: { oldestAt } }) => (oldestAt ? <Ago at={oldestAt} /> : "–"),
            },
            {
              name: words.stock,
              wide: true,
              show: ({ stockReportedAt: at }) => (at ? <Ago at={at} /> : words.never),
            },
            { name: words.sending, wide: true, show: (store) => <SendingState {...store} /> },
            { name: words.setAside, align: "right", wide: true, show: ({ setAside }) => <Counted {...setAside} /> },
          ]}
        />
      </Panel>
    </Page>
  );
}

function Name({ store: { pid, name, test } }: { store: StoreState }) {
  const words = useWords(texts);
  return (
    <Box maw="18rem">
      <PageLink to="/operator/stores/$pid" params={{ pid }} fw={600} inherit>
        {name}
      </PageLink>
      <Group gap={6}>
        <Text size="xs" c="dimmed" ff="monospace">
          {pid}
        </Text>
        {test && (
          <Badge size="xs" variant="default">
            {words.test}
          </Badge>
        )}
      </Group>
    </Box>
  );
}
