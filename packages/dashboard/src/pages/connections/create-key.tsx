import { Alert, Button, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { curlOf } from "../../components/copy.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { useChange } from "../../session/queries.ts";
import { type Scope, useSession } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { keyTexts } from "./keys-texts.ts";
import { SecretDialog } from "./secret-dialog.tsx";

const PATH = "/storeadmin/v3/keys/create";

const PRESETS = {
  server: ["identity", "subscriptions", "catalog"],
  feed: ["catalog", "orders"],
  reports: ["insights", "settings:read"],
  all: ["admin"],
} as const satisfies Record<string, readonly Scope[]>;
const presets = Object.keys(PRESETS) as (keyof typeof PRESETS)[];
const scopes = Object.keys(keyTexts.en.scope) as Scope[];

export function CreateKey({ onClose }: { onClose: () => void }) {
  const words = { ...useWords(common), ...useWords(keyTexts) };
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly Scope[]>(PRESETS.server);
  const create = useChange(PATH, { changes: ["/storeadmin/v3/keys"] });
  const body = { name: name.trim(), scopes: [...chosen] };
  if (create.data)
    return (
      <SecretDialog title={words.newKey} secret={create.data.key} onClose={onClose}>
        <Example secret={create.data.key} />
      </SecretDialog>
    );
  return (
    <FormDialog
      title={words.create}
      button={words.create}
      call={{ path: PATH, body }}
      size="lg"
      isBusy={create.isPending}
      isReady={body.name !== "" && chosen.length > 0}
      error={create.error}
      onSubmit={() => create.mutate(body)}
      onClose={onClose}
    >
      <TextInput
        label={words.name}
        placeholder={words.nameExample}
        value={name}
        required
        withAsterisk={false}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Group gap={6}>
        <Text size="sm">{words.presets}</Text>
        {presets.map((preset) => (
          <Button key={preset} size="compact-sm" variant="default" onClick={() => setChosen(PRESETS[preset])}>
            {words.preset[preset]}
          </Button>
        ))}
      </Group>
      <Checkbox.Group
        label={words.chooseScopes}
        value={[...chosen]}
        onChange={(values) => setChosen(scopes.filter((scope) => values.includes(scope)))}
      >
        <ScrollArea.Autosize mah={280} mt={6} type="auto" viewportProps={{ tabIndex: 0 }}>
          <Stack gap={8} py={4}>
            {scopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={words.scope[scope]} description={scope} />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Checkbox.Group>
      {chosen.includes("admin") && <Alert color="orange">{words.adminWarning}</Alert>}
    </FormDialog>
  );
}

/** A first call with the new key. */
function Example({ secret }: { secret: string }) {
  const words = useWords(keyTexts);
  const { store } = useSession();
  const call = curlOf({ path: "/storeadmin/v3/me" }).replace("$PID:$KEY", () => `${store?.pid ?? ""}:${secret}`);
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed">
        {words.newKeyText}
      </Text>
      <Snippet text={call} />
    </Stack>
  );
}
