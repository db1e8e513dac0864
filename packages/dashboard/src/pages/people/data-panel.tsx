import { Button, Divider, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { fetchApi, type Posted, post } from "../../api/call.ts";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { Panel } from "../../components/page.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { useBusy } from "../../components/use-busy.ts";
import { useMay } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { isOpen, nameOf, type Person } from "./person.ts";
import { saveFile } from "./save-file.ts";
import { texts } from "./texts.ts";

export type Erased = Posted<"/storeadmin/v3/people/erase">;

const UNSUBSCRIBE = "/storeadmin/v3/people/unsubscribe";
const EXPORT = "/storeadmin/v3/people/export";
const ERASE = "/storeadmin/v3/people/erase";

/** What a person may ask the store to do with their data. */
export function DataPanel({ person, onErased }: { person: Person; onErased: (erased: Erased) => void }) {
  const words = { ...useWords(common), ...useWords(texts) };
  const mayWrite = useMay("people:write");
  const mayExport = useMay("people:export");
  if (!mayWrite && !mayExport)
    return (
      <Panel title={words.actions}>
        <Text c="dimmed">{words.readOnly}</Text>
      </Panel>
    );
  return (
    <Panel title={words.actions} lead={words.actionsLead}>
      <Stack gap="md">
        {mayWrite && person.person && <Unsubscribe person={person.person} open={person.alerts.filter(isOpen).length} />}
        {mayExport && (
          <>
            <Divider />
            <Export person={person} />
            <Divider />
            <Erase person={person} onErased={onErased} />
          </>
        )}
      </Stack>
    </Panel>
  );
}

function Action({
  text,
  children,
  path,
  body,
}: {
  text: string;
  children: ReactNode;
  path: string;
  body: object | undefined;
}) {
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" flex="1 1 16rem" maw="60ch">
        {text}
      </Text>
      <Group gap="xs">
        <CopyCurl path={path} body={body} />
        {children}
      </Group>
    </Group>
  );
}

function Unsubscribe({ person, open }: { person: string; open: number }) {
  const words = useWords(texts);
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const body = { person };
  async function unsubscribe() {
    const { ended } = await post(UNSUBSCRIBE, body);
    notifications.show({ message: words.unsubscribed(ended), withCloseButton: false });
    const changed = ["/storeadmin/v3/people/show", "/storeadmin/v3/people/explain"];
    await Promise.all(changed.map((path) => client.invalidateQueries({ queryKey: [path] })));
  }
  return (
    <Action text={words.unsubscribeText(open)} path={UNSUBSCRIBE} body={body}>
      <Button variant="default" disabled={open === 0} onClick={() => setAsks(true)}>
        {words.unsubscribe}
      </Button>
      <TypedConfirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={words.unsubscribeTitle}
        word={words.unsubscribeWord}
        button={words.unsubscribe}
        onConfirm={unsubscribe}
      >
        {words.unsubscribeWhat}
      </TypedConfirm>
    </Action>
  );
}

function Export({ person }: { person: Person }) {
  const words = useWords(texts);
  const { busy, error, run } = useBusy();
  const body = nameOf(person);
  async function download() {
    const answer = await fetchApi(EXPORT, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
    saveFile(await answer.blob(), "person.json");
  }
  return (
    <>
      <Action text={words.exportText} path={EXPORT} body={body}>
        <Button variant="default" loading={busy} onClick={() => run(download)}>
          {words.export}
        </Button>
      </Action>
      {error !== undefined && <Failure error={error} />}
    </>
  );
}

function Erase({ person, onErased }: { person: Person; onErased: (erased: Erased) => void }) {
  const words = useWords(texts);
  const [asks, setAsks] = useState(false);
  const body = { ...nameOf(person), confirm: "erase" } as const;
  return (
    <Action text={words.eraseText} path={ERASE} body={body}>
      <Button color="red" variant="outline" onClick={() => setAsks(true)}>
        {words.erase}
      </Button>
      <TypedConfirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={words.eraseTitle}
        word={words.eraseWord}
        button={words.erase}
        onConfirm={async () => onErased(await post(ERASE, body))}
      >
        {words.eraseWhat}
      </TypedConfirm>
    </Action>
  );
}
