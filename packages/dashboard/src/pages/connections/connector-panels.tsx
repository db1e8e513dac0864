import { Alert, Badge, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Got } from "../../api/call.ts";
import { CopyCurl } from "../../components/copy.tsx";
import { Empty } from "../../components/empty.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { useChange } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useFormats } from "../../words/formats.ts";
import { PLATFORMS, platformName } from "../../words/platforms.ts";
import { useWords } from "../../words/words.ts";
import { connectorTexts } from "./connector-texts.ts";
import { Fact } from "./fact.tsx";

const REMOVE = "/storeadmin/v3/connectors/remove";
const CHANGES = ["/storeadmin/v3/connections", "/storeadmin/v3/problems"] as const;
/** As the problem that Home shows. */
const SILENT_MS = 3_600_000;

type Connector = Got<"/storeadmin/v3/connections">["connectors"][number];

/** What each connector says about itself. */
export function ConnectorPanels({ connectors }: { connectors: readonly Connector[] }) {
  const words = useWords(connectorTexts);
  const formats = useFormats();
  if (connectors.length > 0)
    return connectors.map((connector) => <ConnectorPanel key={connector.name} connector={connector} />);
  return (
    <Panel title={words.connectors} lead={words.lead}>
      <Empty title={words.none} text={words.noneText(formats)} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        {Object.entries(PLATFORMS).map(([name, platform]) => (
          <Fact key={name} name={platform}>{`docs/connectors/${name}.md`}</Fact>
        ))}
      </SimpleGrid>
    </Panel>
  );
}

const COLORS = { works: "green", problem: "red", silent: "orange" } as const;

function stateOf({ lastSeen, problem }: Connector): keyof typeof COLORS {
  if (Date.now() - Date.parse(lastSeen) > SILENT_MS) return "silent";
  return problem === null ? "works" : "problem";
}

function ConnectorPanel({ connector }: { connector: Connector }) {
  const words = useWords(connectorTexts);
  const formats = useFormats();
  const mayRemove = useMay("settings:write");
  const { name, version, shop, lastSeen, lastEvent, lagMs, reconcile, reserves, problem, problemSince } = connector;
  const state = stateOf(connector);
  return (
    <Panel
      title={platformName(name)}
      {...(shop ? { lead: shop } : {})}
      actions={
        <Badge variant="dot" tt="none" size="lg" color={COLORS[state]}>
          {words.states[state]}
        </Badge>
      }
    >
      <Stack gap="md">
        {state === "silent" && (
          <Alert color="orange">
            <Text size="sm" fw={600}>
              {words.silent(formats.ago(lastSeen))}
            </Text>
            <Text size="sm">{words.silentText}</Text>
          </Alert>
        )}
        {problem !== null && (
          <Alert
            color="red"
            title={problemSince ? words.problem(formats.ago(problemSince)) : words.problemOfUnknownAge}
          >
            {problem}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
          <Fact name={words.lastReport}>
            <Ago at={lastSeen} />
          </Fact>
          <Fact name={words.lastEvent}>
            {lastEvent ? (
              <>
                <Ago at={lastEvent} />
                {lagMs !== null && `, ${words.behind(lagMs, formats)}`}
              </>
            ) : (
              words.noEvent
            )}
          </Fact>
          <Fact name={words.reconcile}>
            {reconcile ? (
              <>
                <Ago at={reconcile.finishedAt} />
                {`: ${words.compared(reconcile.checked, reconcile.corrected, formats)}`}
              </>
            ) : (
              words.noReconcile
            )}
          </Fact>
          <Fact name={words.reserves}>{reserves && state !== "silent" ? words.reservesYes : words.reservesNo}</Fact>
          {version && <Fact name={words.version}>{version}</Fact>}
        </SimpleGrid>
        {mayRemove && state === "silent" && <Remove name={name} />}
      </Stack>
    </Panel>
  );
}

function Remove({ name }: { name: string }) {
  const words = useWords(connectorTexts);
  const [isOpen, setOpen] = useState(false);
  const remove = useChange(REMOVE, { changes: CHANGES });
  return (
    <Group>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {words.remove}
      </Button>
      <CopyCurl path={REMOVE} body={{ name }} />
      <TypedConfirm
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={words.removeTitle}
        word={name}
        button={words.removeButton}
        onConfirm={() => remove.mutateAsync({ name })}
      >
        {words.removeText}
      </TypedConfirm>
    </Group>
  );
}
