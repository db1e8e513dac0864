import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { addPasskey, callAuth, knowsPasskeys } from "../../api/auth.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { common } from "../../words/common.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { Factor } from "./factor.tsx";
import { texts } from "./texts.ts";
import { PASSKEYS, useFactorChange } from "./use-factor-change.ts";

type Passkey = { readonly id: string; readonly name?: string | null; readonly createdAt: string };

export function Passkeys() {
  const words = useWords(texts);
  const [adds, setAdds] = useState(false);
  const [removed, setRemoved] = useState<Passkey>();
  const passkeys = useQuery({
    queryKey: PASSKEYS,
    queryFn: () => callAuth<Passkey[]>("/passkey/list-user-passkeys"),
  });
  return (
    <Stack gap="sm">
      <Factor title={words.passkeys} text={knowsPasskeys() ? words.passkeysText : words.noPasskeySupport}>
        {knowsPasskeys() && (
          <Button variant="default" leftSection={<IconFingerprint size={18} />} onClick={() => setAdds(true)}>
            {words.addPasskey}
          </Button>
        )}
      </Factor>
      <Loaded query={passkeys} rows={1}>
        {(data) => data.map((one) => <PasskeyRow key={one.id} passkey={one} onRemove={() => setRemoved(one)} />)}
      </Loaded>
      {adds && <AddPasskey onClose={() => setAdds(false)} />}
      {removed && <RemovePasskey passkey={removed} onClose={() => setRemoved(undefined)} />}
    </Stack>
  );
}

function PasskeyRow({ passkey: { name, createdAt }, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const words = { ...useWords(common), ...useWords(texts) };
  const formats = useFormats();
  const called = name || words.unnamed;
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        {called} · {words.added(formats.day(createdAt))}
      </Text>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={words.removePasskey(called)}
        onClick={onRemove}
      >
        {words.remove}
      </Button>
    </Group>
  );
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const words = { ...useWords(common), ...useWords(texts) };
  const { busy, error, start } = useFactorChange();
  const [name, setName] = useState("");
  return (
    <FormDialog
      title={words.addPasskey}
      button={words.next}
      isBusy={busy}
      error={error}
      onSubmit={() =>
        start(async () => {
          await addPasskey(name);
          onClose();
        }, words.passkeyAdded)
      }
      onClose={onClose}
    >
      <TextInput
        label={words.passkeyName}
        maxLength={60}
        required
        withAsterisk={false}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const words = { ...useWords(common), ...useWords(texts) };
  const { change } = useFactorChange();
  return (
    <TypedConfirm
      opened
      onClose={onClose}
      title={words.removePasskeyTitle}
      word={words.removeWord}
      button={words.remove}
      onConfirm={() => change(() => callAuth("/passkey/delete-passkey", { id }))}
    >
      {name && <Text fw={600}>{name}</Text>}
      {words.removePasskeyText}
    </TypedConfirm>
  );
}
