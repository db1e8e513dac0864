import { Anchor, Center, Stack, Text, Title } from "@mantine/core";
import { defineWords, useWords } from "../words/words.ts";

const texts = defineWords({
  en: { title: "There is no such page", text: "The address may be from an older version.", home: "Go to the start" },
  de: {
    title: "Diese Seite gibt es nicht",
    text: "Vielleicht ist die Adresse aus einer älteren Version.",
    home: "Zur Startseite",
  },
});

export function NotFound() {
  const words = useWords(texts);
  return (
    <Center component="main" mih="60vh" p="lg">
      <Stack align="center" gap="xs">
        <Title order={1}>{words.title}</Title>
        <Text c="dimmed">{words.text}</Text>
        <Anchor href="/dashboard">{words.home}</Anchor>
      </Stack>
    </Center>
  );
}
