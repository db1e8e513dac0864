import { Anchor, Button, PasswordInput, Stack } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { callAuth } from "../../api/auth.ts";
import { Failure } from "../../components/failure.tsx";
import { useBusy } from "../../components/use-busy.ts";
import { useWords } from "../../words/words.ts";
import { Card } from "./card.tsx";
import { texts } from "./texts.ts";

/** The page that the mail for a new password leads to. */
export function NewPasswordPage() {
  const words = useWords(texts);
  const { token = "" } = useSearch({ from: "/new-password" });
  const { busy, error, run } = useBusy();
  const [newPassword, setNewPassword] = useState("");
  const [isSet, setIsSet] = useState(false);
  const toSignIn = <Anchor href="/dashboard">{words.signIn}</Anchor>;
  if (isSet)
    return (
      <Card title={words.passwordSet} text={words.passwordSetText}>
        {toSignIn}
      </Card>
    );
  if (error instanceof ApiError && error.type === "invalid-token")
    return (
      <Card title={words.badLink} text={words.badLinkText}>
        {toSignIn}
      </Card>
    );
  return (
    <Card title={words.passwordTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => {
            await callAuth("/reset-password", { token, newPassword });
            setIsSet(true);
          });
        }}
      >
        <Stack gap="md">
          <PasswordInput
            label={words.newPassword}
            autoComplete="new-password"
            minLength={12}
            maxLength={200}
            required
            withAsterisk={false}
            value={newPassword}
            onChange={(event) => setNewPassword(event.currentTarget.value)}
          />
          {error !== undefined && <Failure error={error} />}
          <Button type="submit" loading={busy} size="md">
            {words.setPassword}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
