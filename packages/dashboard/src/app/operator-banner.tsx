import { Box, Button, Group, Text } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { sessionQuery, useSession } from "../session/session.ts";
import { defineWords, useWords } from "../words/words.ts";

const texts = defineWords({
  en: {
    looking: (store: string) => `You look at ${store} as operator. You can change nothing here.`,
    left: (minutes: number) => (minutes <= 1 ? "Less than a minute left" : `${minutes} minutes left`),
    back: "All stores",
  },
  de: {
    looking: (store: string) => `Sie sehen ${store} als Betreiber. Sie können hier nichts ändern.`,
    left: (minutes: number) => (minutes <= 1 ? "Weniger als eine Minute übrig" : `Noch ${minutes} Minuten`),
    back: "Alle Shops",
  },
});

const MINUTE_MS = 60_000;
const EVERY_MS = 10_000;

/** Says that an operator only looks at the open store, and for how long. When the time is over, the session is read again. */
export function OperatorBanner() {
  const words = useWords(texts);
  const { until, store } = useSession();
  const client = useQueryClient();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (until === null) return undefined;
    const end = new Date(until).getTime();
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= end) void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [until, client]);
  if (until === null || !store) return null;
  return (
    <Box
      component="aside"
      aria-label={words.looking(store.name)}
      px={{ base: "md", sm: "xl" }}
      py="xs"
      className="ks-looking"
    >
      <Group gap="sm" justify="space-between" maw={1240} mx="auto">
        <Group gap="xs" flex="1 1 16rem" wrap="nowrap">
          <Box flex="0 0 auto" lh={0}>
            <IconEye size={18} aria-hidden="true" />
          </Box>
          <Text size="sm">
            {words.looking(store.name)}{" "}
            <strong>{words.left(Math.ceil((new Date(until).getTime() - now) / MINUTE_MS))}</strong>
          </Text>
        </Group>
        <Button component={Link} to="/operator" size="compact-sm" variant="default">
          {words.back}
        </Button>
      </Group>
    </Box>
  );
}
