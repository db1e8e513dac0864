import { Box, Button, Group, Menu, Text, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconSelector } from "@tabler/icons-react";
import { useOpenStore } from "../session/open-store.ts";
import { useSession } from "../session/session.ts";
import { defineWords, useWords } from "../words/words.ts";

const texts = defineWords({
  en: {
    open: "Store",
    switch: "Switch store",
    choose: "Choose a store",
    lookingIn: "You look at this store as operator",
  },
  de: {
    open: "Shop",
    switch: "Shop wechseln",
    choose: "Shop wählen",
    lookingIn: "Sie sehen diesen Shop als Betreiber",
  },
});

/** The open store, and the others that the person may open. */
export function StoreMenu() {
  const words = useWords(texts);
  const session = useSession();
  const openStore = useOpenStore();
  const others = session.stores.length > 1;
  const name = (
    <Box ta="left" style={{ minWidth: 0 }}>
      <Text size="xs" c="dimmed" truncate>
        {session.kind === "operator" ? words.lookingIn : words.open}
      </Text>
      <Text size="sm" fw={600} truncate>
        {session.store?.name ?? words.choose}
      </Text>
    </Box>
  );
  if (!session.store && !others) return null;
  if (!others)
    return (
      <Box px="xs" py={6}>
        {name}
      </Box>
    );
  return (
    <Menu width="target" position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          fullWidth
          h="auto"
          py={6}
          px="xs"
          justify="space-between"
          rightSection={<IconSelector size={16} />}
        >
          {name}
          <VisuallyHidden>{words.switch}</VisuallyHidden>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        {session.stores.map(({ pid, name: store }) => (
          <Menu.Item
            key={pid}
            onClick={() => openStore.mutate({ store: pid })}
            leftSection={<Box w={16}>{pid === session.store?.pid && <IconCheck size={16} />}</Box>}
          >
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" truncate>
                {store}
              </Text>
            </Group>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
