import { Alert, Anchor, Button, Divider, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { IconBuilding, IconFingerprint } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { callAuth, knowsPasskeys, usePasskey as signInWithPasskey } from "../../api/auth.ts";
import { installation } from "../../app/installation.ts";
import { Failure } from "../../components/failure.tsx";
import { useBusy } from "../../components/use-busy.ts";
import { sessionQuery } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { Card } from "./card.tsx";
import { CodePage } from "./code-page.tsx";
import { texts } from "./texts.ts";

/** Why better-auth sent the person back. */
function useReturnedError(): string | undefined {
  const words = useWords(texts);
  const { error } = useSearch({ strict: false });
  if (error === undefined) return undefined;
  return { INVALID_TOKEN: words.oldLink, NOT_INVITED: words.notInvited }[error] ?? words.failed;
}

export function SignInPage() {
  const words = useWords(texts);
  const client = useQueryClient();
  const { busy, error, run } = useBusy();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [way, setWay] = useState<"link" | "password">(installation.canMail ? "link" : "password");
  const [mailed, setMailed] = useState<string>();
  const [needsCode, setNeedsCode] = useState(false);
  const returned = useReturnedError();
  const enter = () => client.resetQueries({ queryKey: sessionQuery.queryKey });

  async function submit() {
    if (way === "link") {
      await callAuth("/sign-in/magic-link", { email });
      return setMailed(words.mailedText);
    }
    const answer = await callAuth<{ twoFactorRedirect?: boolean }>("/sign-in/email", { email, password });
    if (answer.twoFactorRedirect) setNeedsCode(true);
    else await enter();
  }
  if (needsCode) return <CodePage />;
  if (mailed)
    return (
      <Card title={words.mailed} text={mailed}>
        <Text size="sm" c="dimmed">
          {words.noMail}
        </Text>
        <Group>
          <Button variant="default" onClick={() => setMailed(undefined)}>
            {words.otherAddress}
          </Button>
        </Group>
      </Card>
    );
  return (
    <Card title={words.title}>
      {returned && error === undefined && (
        <Alert role="alert" color="yellow">
          {returned}
        </Alert>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(submit);
        }}
      >
        <Stack gap="md">
          <TextInput
            label={words.email}
            type="email"
            name="email"
            autoComplete="username"
            maxLength={254}
            required
            withAsterisk={false}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {way === "password" && (
            <PasswordInput
              label={words.password}
              name="password"
              autoComplete="current-password"
              maxLength={200}
              required
              withAsterisk={false}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
          {error !== undefined && <Failure error={error} />}
          <Button type="submit" loading={busy} size="md">
            {way === "link" ? words.mailLink : words.signIn}
          </Button>
          {installation.canMail ? (
            <Group justify="space-between">
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => setWay(way === "link" ? "password" : "link")}
              >
                {way === "link" ? words.withPassword : words.withLink}
              </Anchor>
              {way === "password" && (
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  onClick={() =>
                    run(async () => {
                      await callAuth("/request-password-reset", { email });
                      setMailed(words.resetText);
                    })
                  }
                >
                  {words.forgot}
                </Anchor>
              )}
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              {words.cannotMail}
            </Text>
          )}
        </Stack>
      </form>
      {(knowsPasskeys() || installation.hasCompanySignIn) && <Divider />}
      {knowsPasskeys() && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} />}
          onClick={() =>
            run(async () => {
              await signInWithPasskey();
              await enter();
            })
          }
        >
          {words.passkey}
        </Button>
      )}
      {installation.hasCompanySignIn && (
        <Button
          variant="default"
          leftSection={<IconBuilding size={18} />}
          onClick={() =>
            run(async () => {
              const { url } = await callAuth<{ url: string }>("/sign-in/social", {
                provider: "oidc",
                callbackURL: "/dashboard",
              });
              location.assign(url);
            })
          }
        >
          {words.company}
        </Button>
      )}
    </Card>
  );
}
