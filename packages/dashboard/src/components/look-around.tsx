import { Button, Group, Stack, Text } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { post } from "../api/call.ts";
import { useOpenStore } from "../session/open-store.ts";
import { useMay, useSession } from "../session/session.ts";
import { defineWords, useWords } from "../words/words.ts";
import { Failure } from "./failure.tsx";
import { Panel } from "./page.tsx";

const texts = defineWords({
  en: {
    title: "Look around with sample data",
    about:
      "See every page with a year of made-up shoppers, alerts and orders. They are in a store of their own: your own figures stay as they are, nothing is ever sent, and you can remove it at any time.",
    make: "Look around",
    open: "Open the sample data",
  },
  de: {
    title: "Mit Beispieldaten umsehen",
    about:
      "Sehen Sie jede Seite mit einem Jahr erfundener Kunden, Benachrichtigungen und Bestellungen. Sie liegen in einem eigenen Shop: Ihre eigenen Zahlen bleiben, wie sie sind, nichts wird je verschickt, und Sie können ihn jederzeit entfernen.",
    make: "Umsehen",
    open: "Beispieldaten öffnen",
  },
});

/** Opens the store with sample data. Owners can have it made; others see this only when there is one. */
export function LookAround() {
  const words = useWords(texts);
  const { kind, stores, store } = useSession();
  const isOwner = useMay("team");
  const openStore = useOpenStore();
  const sample = stores.find((one) => one.sample);
  const look = useMutation({
    mutationFn: async () => {
      const pid = sample?.pid ?? (await post("/storeadmin/v3/samples/create", {})).store.pid;
      await openStore.mutateAsync({ store: pid });
    },
  });
  if (kind !== "member" || (!isOwner && !sample) || sample?.pid === store?.pid) return null;
  return (
    <Panel title={words.title}>
      <Stack gap="md">
        <Text size="sm" maw={640}>
          {words.about}
        </Text>
        {look.error && <Failure error={look.error} />}
        <Group>
          <Button
            variant="default"
            leftSection={<IconFlask size={17} aria-hidden="true" />}
            loading={look.isPending}
            onClick={() => look.mutate()}
          >
            {sample ? words.open : words.make}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
