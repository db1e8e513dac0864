import { Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callAuth } from "../../api/auth.ts";
import { Failure } from "../../components/failure.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { useBusy } from "../../components/use-busy.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

type OneSession = { readonly id: string; readonly userAgent?: string | null; readonly updatedAt: string };

const SESSIONS = ["auth", "sessions"];
const BROWSERS = ["Edg", "OPR", "Firefox", "Chrome", "Safari"];
const SYSTEMS = ["iPhone", "iPad", "Android", "Windows", "Mac OS", "Linux"];
const NAMES: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera", "Mac OS": "macOS" };

/** A browser's name and system, as far as it says them. */
function nameOf(userAgent: string): string {
  const found = [BROWSERS, SYSTEMS].map((known) => known.find((one) => userAgent.includes(one)));
  return found.flatMap((one) => (one ? [NAMES[one] ?? one] : [])).join(" · ");
}

export function SessionsPanel() {
  const words = useWords(texts);
  const client = useQueryClient();
  const { busy, error, run } = useBusy();
  const sessions = useQuery({
    queryKey: SESSIONS,
    queryFn: async () => ({
      own: (await callAuth<{ session: OneSession }>("/get-session")).session.id,
      all: await callAuth<OneSession[]>("/list-sessions"),
    }),
  });
  async function signOutOthers() {
    await callAuth("/revoke-other-sessions", {});
    await client.invalidateQueries({ queryKey: SESSIONS });
    notifications.show({ message: words.signedOutOthers, withCloseButton: false });
  }
  async function signOutAll() {
    await callAuth("/revoke-other-sessions", {});
    await callAuth("/sign-out", {});
    location.assign("/dashboard");
  }
  return (
    <Panel title={words.sessions} lead={words.sessionsLead}>
      <Stack gap="md">
        <Loaded query={sessions}>
          {({ own, all }) =>
            all.map(({ id, userAgent, updatedAt }) => (
              <Group key={id} justify="space-between" gap="sm">
                <Text size="sm">{nameOf(userAgent ?? "") || words.unknownBrowser}</Text>
                <Text size="sm" c="dimmed">
                  {id === own ? words.thisOne : <Ago at={updatedAt} />}
                </Text>
              </Group>
            ))
          }
        </Loaded>
        {error !== undefined && <Failure error={error} />}
        <Group gap="sm">
          <Button
            variant="default"
            loading={busy}
            disabled={(sessions.data?.all.length ?? 0) < 2}
            onClick={() => run(signOutOthers)}
          >
            {words.signOutOthers}
          </Button>
          <Button variant="default" loading={busy} onClick={() => run(signOutAll)}>
            {words.signOutAll}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
