import { Alert, Box, Button, Group, Text } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import type { Got } from "../../api/call.ts";
import { BackLink } from "../../components/back-link.tsx";
import { Empty } from "../../components/empty.tsx";
import { Failure } from "../../components/failure.tsx";
import { Ago } from "../../components/moment.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { DownloadCsv, Rows } from "../../components/rows.tsx";
import { useChange } from "../../session/queries.ts";
import { useWords } from "../../words/words.ts";
import { OperatorsOnly } from "./operators-only.tsx";
import { texts } from "./texts.ts";

const PATH = "/storeadmin/v3/operator/events";
const REPLAY = "/storeadmin/v3/operator/events/replay";

type SetAsideEvent = Got<typeof PATH>["items"][number];

export const EventsPage = () => (
  <OperatorsOnly>
    <Events />
  </OperatorsOnly>
);

function Events() {
  const words = useWords(texts);
  const { store, reader } = useSearch({ from: "/shell/operator/events" });
  const query = { ...(store ? { store } : {}), ...(reader ? { reader } : {}) };
  const replay = useChange(REPLAY, { changes: [PATH, "/storeadmin/v3/operator/store"] });
  return (
    <Page
      back={<BackLink to="/operator">{words.back}</BackLink>}
      title={words.events}
      lead={words.eventsLead}
      actions={<DownloadCsv path={PATH} query={query} name="set-aside" />}
    >
      {replay.data && (
        <Alert role="status" color="teal">
          {words.replayed(replay.data.events)}
        </Alert>
      )}
      {replay.isError && <Failure error={replay.error} />}
      <Panel flush>
        {(store !== undefined || reader !== undefined) && (
          <Group p="md" gap="md">
            <Text size="sm">
              {store !== undefined && words.ofStore(store)} {reader !== undefined && words.ofReader(reader)}
            </Text>
            <PageLink to="/operator/events" size="sm">
              {words.showAll}
            </PageLink>
            {reader !== undefined && (
              <Button size="compact-sm" loading={replay.isPending} onClick={() => replay.mutate({ reader })}>
                {words.replayAll(reader)}
              </Button>
            )}
          </Group>
        )}
        <Rows
          path={PATH}
          query={query}
          rowKey={(event) => `${event.reader} ${event.event}`}
          label={words.events}
          empty={<Empty title={words.noEvents} text={words.noEventsText} />}
          columns={[
            { name: words.event, show: (event) => <Subject event={event} /> },
            {
              name: words.reader,
              wide: true,
              show: (event) => (
                <PageLink to="/operator/events" search={{ ...query, reader: event.reader }} inherit>
                  {event.reader}
                </PageLink>
              ),
            },
            {
              name: words.error,
              show: ({ error }) => (
                <Text inherit maw="22rem" miw="12rem" lineClamp={3} title={error}>
                  {error}
                </Text>
              ),
            },
            { name: words.since, wide: true, show: ({ setAsideAt }) => <Ago at={setAsideAt} /> },
            { name: words.tries, align: "right", wide: true, show: ({ tries }) => tries },
            { name: words.nextTry, show: ({ nextTryAt }) => (nextTryAt ? <Ago at={nextTryAt} /> : words.waits) },
            {
              name: words.replay,
              show: (event) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={replay.isPending}
                  onClick={() => replay.mutate({ reader: event.reader, event: event.event })}
                >
                  {words.replay}
                </Button>
              ),
            },
          ]}
        />
      </Panel>
    </Page>
  );
}

function Subject({ event: { event, subject, store } }: { event: SetAsideEvent }) {
  return (
    <Box maw="16rem">
      <Text inherit fw={600}>
        {subject}
      </Text>
      <Text size="xs" c="dimmed">
        <PageLink to="/operator/stores/$pid" params={{ pid: store.pid }} inherit>
          {store.name}
        </PageLink>{" "}
        · {event}
      </Text>
    </Box>
  );
}
