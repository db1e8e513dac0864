import { Anchor, Button, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callAuth } from "../../api/auth.ts";
import { Failure } from "../../components/failure.tsx";
import { useBusy } from "../../components/use-busy.ts";
import { sessionQuery } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { Card } from "./card.tsx";
import { texts } from "./texts.ts";

/** The second step of signing in, for somebody with an authenticator app. */
export function CodePage() {
  const words = useWords(texts);
  const client = useQueryClient();
  const { busy, error, run } = useBusy();
  const [isBackup, setIsBackup] = useState(false);
  const [code, setCode] = useState("");
  const path = isBackup ? "/two-factor/verify-backup-code" : "/two-factor/verify-totp";
  return (
    <Card title={words.codeTitle} text={words.codeText}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => {
            await callAuth(path, { code: code.replaceAll(" ", "") });
            await client.resetQueries({ queryKey: sessionQuery.queryKey });
          });
        }}
      >
        <Stack gap="md">
          <TextInput
            key={path}
            label={isBackup ? words.backupCode : words.code}
            inputMode={isBackup ? "text" : "numeric"}
            autoComplete="one-time-code"
            maxLength={20}
            required
            withAsterisk={false}
            autoFocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          {error !== undefined && <Failure error={error} />}
          <Button type="submit" loading={busy} size="md">
            {words.continue}
          </Button>
          <Anchor component="button" type="button" size="sm" onClick={() => setIsBackup(!isBackup)}>
            {isBackup ? words.useApp : words.backup}
          </Anchor>
        </Stack>
      </form>
    </Card>
  );
}
