import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { BackLink } from "../../components/back-link.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Ago } from "../../components/moment.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { PageLink } from "../../components/page-link.tsx";
import { Tile, Tiles } from "../../components/tile.tsx";
import { read } from "../../session/queries.ts";
import { common } from "../../words/common.ts";
import { useFormats } from "../../words/formats.ts";
import { useTrouble } from "../../words/trouble-texts.ts";
import { useWords } from "../../words/words.ts";
import { Counted } from "./counted.tsx";
import { OpenReadOnly } from "./open-read-only.tsx";
import { OperatorsOnly } from "./operators-only.tsx";
import { PauseSending } from "./pause-sending.tsx";
import type { StoreState } from "./sending-state.tsx";
import { texts } from "./texts.ts";

const REFRESH_MS = 15_000;

export const StorePage = () => (
  <OperatorsOnly>
    <OneStore />
  </OperatorsOnly>
);

function OneStore() {
  const words = useWords(texts);
  const formats = useFormats();
  const { pid } = useParams({ from: "/shell/operator/stores/$pid" });
  const state = useQuery({ ...read("/storeadmin/v3/operator/store", { store: pid }), refetchInterval: REFRESH_MS });
  return (
    <Page
      back={<BackLink to="/operator">{words.back}</BackLink>}
      title={state.data?.name ?? pid}
      lead={state.data ? `${pid} · ${words.created(formats.day(state.data.createdAt))}` : pid}
    >
      <Loaded query={state} rows={6}>
        {(store) => (
          <>
            <Figures store={store} />
            <Health store={store} />
            <PauseSending store={store} />
            <OpenReadOnly pid={store.pid} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Figures({ store: { pid, mails, alertBatches, stockReportedAt, setAside } }: { store: StoreState }) {
  const words = { ...useWords(common), ...useWords(texts) };
  return (
    <Tiles cols={{ md: 4 }}>
      <Tile
        name={words.waitingMails}
        value={<Counted {...mails.waiting} />}
        note={
          mails.oldestAt && (
            <>
              {words.oldestMail}: <Ago at={mails.oldestAt} />
            </>
          )
        }
      />
      <Tile name={words.batches} value={<Counted {...alertBatches} />} note={words.batchesNote} />
      <Tile name={words.stock} value={stockReportedAt ? <Ago at={stockReportedAt} inherit /> : words.never} />
      <Tile
        name={words.setAside}
        value={<Counted {...setAside} />}
        note={
          setAside.count > 0 && (
            <PageLink to="/operator/events" search={{ store: pid }} inherit>
              {words.setAsideLink}
            </PageLink>
          )
        }
      />
    </Tiles>
  );
}

function Health({ store: { sending } }: { store: StoreState }) {
  const words = useWords(texts);
  const trouble = useTrouble();
  return (
    <Panel title={words.health}>
      <Stack gap="sm">
        {sending.map(({ medium, lastSuccessAt, limitReached, ...one }) => {
          const { problem, fix } = trouble(one);
          return (
            <Group key={medium} align="baseline" gap="md">
              <Text fw={600} miw="9.5rem">
                {words.media[medium]}
              </Text>
              <Stack gap={2} flex="1 1 14rem">
                <Text>{problem ?? (limitReached ? words.limitReached : words.ok)}</Text>
                {fix && (
                  <Text size="sm" c="dimmed">
                    {fix}
                  </Text>
                )}
                <Text size="sm" c="dimmed">
                  {lastSuccessAt ? <LastSuccess at={lastSuccessAt} /> : words.neverSent}
                </Text>
              </Stack>
            </Group>
          );
        })}
      </Stack>
    </Panel>
  );
}

function LastSuccess({ at }: { at: string }) {
  const words = useWords(texts);
  const formats = useFormats();
  return <>{words.worked(formats.ago(at))}</>;
}
