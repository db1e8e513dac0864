import { Anchor, Button, Code, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { callAuth } from "../../api/auth.ts";
import { Copy } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { useSession } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { Factor } from "./factor.tsx";
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
  return (
    <Modal
      opened
      onClose={onClose}
      title={removes ? words.removeApp : words.setUpApp}
      centered
      closeButtonProps={{ "aria-label": words.close }}
    >
      {setUp ? (
        <EnterCode setUp={setUp} onClose={onClose} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            start(submit, removes ? words.appRemoved : undefined);
          }}
        >
          <Stack gap="md">
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
            {error !== undefined && <Failure error={error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={busy} {...(removes ? { color: "red" } : {})}>
                {removes ? words.removeApp : words.next}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function EnterCode({ setUp: { totpURI, backupCodes }, onClose }: { setUp: SetUp; onClose: () => void }) {
  const words = useWords(texts);
  const { busy, error, start } = useFactorChange();
  const [code, setCode] = useState("");
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start(async () => {
          await callAuth("/two-factor/verify-totp", { code: code.replaceAll(" ", "") });
          onClose();
        }, words.appAdded);
      }}
    >
      <Stack gap="md">
        <Stack gap="xs">
          <Text size="sm">{words.appStep1}</Text>
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
        {error !== undefined && <Failure error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {words.finish}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
