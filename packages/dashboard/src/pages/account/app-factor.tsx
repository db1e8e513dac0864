import { Anchor, Button, Code, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { callAuth } from "../../api/auth.ts";
import { Copy } from "../../components/copy.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useSession } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { Factor } from "./factor.tsx";
import { QrCode } from "./qr-code.tsx";
import { texts } from "./texts.ts";
import { useFactorChange } from "./use-factor-change.ts";

export function AppFactor() {
  const words = useWords(texts);
  const has = useSession().factors?.app === true;
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <Factor title={words.app} text={words.appText} state={has ? words.on : words.off}>
      <Button variant="default" onClick={() => setOpened(true)}>
        {has ? words.removeApp : words.setUpApp}
      </Button>
      {opened && <AppDialog removes={has} onClose={close} />}
    </Factor>
  );
}

type SetUp = { readonly totpURI: string; readonly backupCodes: readonly string[] };

/** Sets the app up, or removes it. Somebody who has a password enters it first. */
function AppDialog({ removes: given, onClose }: { removes: boolean; onClose: () => void }) {
  const words = { ...useWords(common), ...useWords(texts) };
  const [removes] = useState(given);
  const hasPassword = useSession().factors?.password === true;
  const { busy, error, start } = useFactorChange();
  const [password, setPassword] = useState("");
  const [setUp, setSetUp] = useState<SetUp>();
  const body = hasPassword ? { password } : {};

  async function submit() {
    if (!removes) return setSetUp(await callAuth<SetUp>("/two-factor/enable", body));
    await callAuth("/two-factor/disable", body);
    onClose();
  }
  if (setUp) return <EnterCode setUp={setUp} onClose={onClose} />;
  return (
    <FormDialog
      title={removes ? words.removeApp : words.setUpApp}
      button={removes ? words.removeApp : words.next}
      isDangerous={removes}
      isBusy={busy}
      error={error}
      onSubmit={() => start(submit, removes ? words.appRemoved : undefined)}
      onClose={onClose}
    >
      <Text size="sm">{removes ? words.removeAppText : words.appText}</Text>
      {hasPassword && (
        <PasswordInput
          label={words.passwordNeeded}
          autoComplete="current-password"
          required
          withAsterisk={false}
          maxLength={200}
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

function EnterCode({ setUp: { totpURI, backupCodes }, onClose }: { setUp: SetUp; onClose: () => void }) {
  const words = useWords(texts);
  const { busy, error, start } = useFactorChange();
  const [code, setCode] = useState("");
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  return (
    <FormDialog
      title={words.setUpApp}
      button={words.finish}
      size="lg"
      isBusy={busy}
      error={error}
      onSubmit={() =>
        start(async () => {
          await callAuth("/two-factor/verify-totp", { code: code.replaceAll(" ", "") });
          onClose();
        }, words.appAdded)
      }
      onClose={onClose}
    >
      <Group align="flex-start" gap="lg">
        <QrCode text={totpURI} label={words.qrCode} />
        <Stack gap="xs" flex="1 1 13rem">
          <Text size="sm">{words.appStep1}</Text>
          <Text size="sm">{words.appKey}</Text>
          <Code block style={{ whiteSpace: "pre-wrap" }}>
            {secret.match(/.{1,4}/g)?.join(" ")}
          </Code>
          <Group gap="md">
            <Copy text={secret} />
            <Anchor href={totpURI} size="sm">
              {words.openApp}
            </Anchor>
          </Group>
        </Stack>
      </Group>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {words.backupCodes}
        </Text>
        <Text size="sm" c="dimmed">
          {words.backupText}
        </Text>
        <Code block>{backupCodes.join("\n")}</Code>
        <Group>
          <Copy text={backupCodes.join("\n")} />
        </Group>
      </Stack>
      <TextInput
        label={words.appStep2}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
        withAsterisk={false}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
