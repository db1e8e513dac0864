import { Button } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useWords } from "../../words/words.ts";
import { Card } from "./card.tsx";
import { SignInPage } from "./sign-in-page.tsx";
import { texts } from "./texts.ts";

/** The page that a login link opens. Programs that check the links of mails do not press its button. */
export function LinkPage() {
  const words = useWords(texts);
  const { token } = useSearch({ from: "/sign-in" });
  if (token === undefined) return <SignInPage />;
  return (
    <Card title={words.linkTitle} text={words.linkText}>
      <form method="get" action="/dashboard/auth/magic-link/verify">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="callbackURL" value="/dashboard" />
        <Button type="submit" size="md" fullWidth autoFocus>
          {words.signIn}
        </Button>
      </form>
    </Card>
  );
}
