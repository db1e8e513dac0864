import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { callAuth, knowsPasskeys, usePasskey as provePasskey } from "../api/auth.ts";
import { Failure } from "../components/failure.tsx";
import { common } from "../words/common.ts";
import { defineWords, useWords } from "../words/words.ts";
import { sessionQuery } from "./session.ts";

const texts = defineWords({
  en: {
    title: "Confirm that it is you",
    why: "This hands out much or cannot be undone. For ten minutes you are not asked again.",
    passkey: "Confirm with a passkey",
    code: "Code of your app",
    password: "Password",
    confirm: "Confirm",
    nothing:
      "Your account has nothing to confirm with yet. In the first ten minutes after signing in you can add a passkey, an app or a password under “Your account”. Later, sign in again first.",
    account: "Open your account",
  },
  de: {
    title: "Bestätigen Sie, dass Sie es sind",
    why: "Dies gibt viel heraus oder lässt sich nicht rückgängig machen. Zehn Minuten lang werden Sie nicht noch einmal gefragt.",
    passkey: "Mit einem Passkey bestätigen",
    code: "Code Ihrer App",
    password: "Passwort",
    confirm: "Bestätigen",
    nothing:
      "Ihr Konto hat noch nichts, womit Sie bestätigen können. In den ersten zehn Minuten nach der Anmeldung können Sie unter „Ihr Konto“ einen Passkey, eine App oder ein Passwort hinzufügen. Später melden Sie sich erst noch einmal an.",
    account: "Ihr Konto öffnen",
  },
});

export type ProofDialogProps = {
  readonly opened: boolean;
  readonly onEnd: (isProven: boolean) => void;
};

/** Asks for a passkey, a code or the password. */
export function ProofDialog({ opened, onEnd }: ProofDialogProps) {
  const words = { ...useWords(common), ...useWords(texts) };
  const client = useQueryClient();
  const { data: session } = useQuery({ ...sessionQuery, enabled: opened });
  const factors = session?.factors;
  const hasNone = factors && !factors.app && !factors.passkey && !factors.password;
  return (
    <Modal
      opened={opened}
      onClose={() => onEnd(false)}
      title={words.title}
      centered
      zIndex={400}
      closeButtonProps={{ "aria-label": words.close }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {hasNone ? words.nothing : words.why}
        </Text>
        {factors?.passkey && knowsPasskeys() && (
          <PasskeyProof
            label={words.passkey}
            onProven={async () => {
              await client.fetchQuery({ ...sessionQuery, staleTime: 0 }); // a passkey makes a new session
              onEnd(true);
            }}
          />
        )}
        {factors?.app && (
          <TextProof
            label={words.code}
            button={words.confirm}
            prove={(code) => callAuth("/two-factor/verify-totp", { code: code.replaceAll(" ", "") })}
            onProven={() => onEnd(true)}
          />
        )}
        {factors?.password && !factors.app && !factors.passkey && (
          <TextProof
            label={words.password}
            isSecret
            button={words.confirm}
            prove={(password) => callAuth("/verify-password", { password })}
            onProven={() => onEnd(true)}
          />
        )}
        {hasNone && (
          <Group justify="flex-end">
            <Button component="a" href="/dashboard/account" onClick={() => onEnd(false)}>
              {words.account}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

function PasskeyProof({ label, onProven }: { label: string; onProven: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  async function prove() {
    setBusy(true);
    setError(undefined);
    try {
      await provePasskey();
      await onProven();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button leftSection={<IconFingerprint size={18} />} loading={busy} onClick={() => void prove()} data-autofocus>
        {label}
      </Button>
      {error !== undefined && <Failure error={error} />}
    </>
  );
}

function TextProof({
  label,
  button,
  isSecret = false,
  prove,
  onProven,
}: {
  label: string;
  button: string;
  isSecret?: boolean;
  prove: (text: string) => Promise<unknown>;
  onProven: () => void;
}) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await prove(text);
      onProven();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  }
  const field = {
    label,
    value: text,
    required: true,
    withAsterisk: false,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    "data-autofocus": true,
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {isSecret ? (
          <PasswordInput {...field} autoComplete="current-password" maxLength={200} />
        ) : (
          <TextInput {...field} inputMode="numeric" autoComplete="one-time-code" maxLength={20} />
        )}
        {error !== undefined && <Failure error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
