import { Box, Button, Group, Text } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useState } from "react";
import { post } from "../api/call.ts";
import { TypedConfirm } from "../components/typed-confirm.tsx";
import { useOpenStore } from "../session/open-store.ts";
import { useMay, useSession } from "../session/session.ts";
import { defineWords, useWords } from "../words/words.ts";

const texts = defineWords({
  en: {
    sample: "This is sample data. The people, orders and figures here are made up, and nothing is ever sent.",
    back: (store: string) => `Back to ${store}`,
    remove: "Remove",
    title: "Remove the sample data?",
    word: "remove",
    about: "The sample store and everything in it is deleted, for all members. Your own store stays as it is.",
  },
  de: {
    sample:
      "Dies sind Beispieldaten. Die Personen, Bestellungen und Zahlen sind erfunden, und nichts wird je verschickt.",
    back: (store: string) => `Zurück zu ${store}`,
    remove: "Entfernen",
    title: "Beispieldaten entfernen?",
    word: "entfernen",
    about: "Der Beispiel-Shop und alles darin wird gelöscht, für alle Mitglieder. Ihr eigener Shop bleibt, wie er ist.",
  },
});

/** Says that the open store has sample data, and removes it. */
export function SampleBanner() {
  const words = useWords(texts);
  const { store, stores } = useSession();
  const isOwner = useMay("team");
  const openStore = useOpenStore();
  const [asks, setAsks] = useState(false);
  const isSample = stores.some(({ pid, sample }) => sample && pid === store?.pid);
  const own = stores.find(({ sample }) => !sample);
  if (!isSample) return null;

  async function remove() {
    await post("/storeadmin/v3/samples/remove", {});
    if (own) await openStore.mutateAsync({ store: own.pid });
  }
  return (
    <Box component="aside" aria-label={words.sample} px={{ base: "md", sm: "xl" }} py="xs" className="ks-looking">
      <Group gap="sm" justify="space-between" maw={1240} mx="auto">
        <Group gap="xs" flex="1 1 16rem" wrap="nowrap">
          <Box flex="0 0 auto" lh={0}>
            <IconFlask size={18} aria-hidden="true" />
          </Box>
          <Text size="sm">{words.sample}</Text>
        </Group>
        <Group gap="xs">
          {own && (
            <Button
              size="compact-sm"
              variant="default"
              loading={openStore.isPending && !asks}
              onClick={() => openStore.mutate({ store: own.pid })}
            >
              {words.back(own.name)}
            </Button>
          )}
          {isOwner && (
            <Button size="compact-sm" variant="default" onClick={() => setAsks(true)}>
              {words.remove}
            </Button>
          )}
        </Group>
      </Group>
      <TypedConfirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={words.title}
        word={words.word}
        button={words.remove}
        onConfirm={remove}
      >
        {words.about}
      </TypedConfirm>
    </Box>
  );
}
