import { Center, Paper, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { installation } from "../../app/installation.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

/** The pages before the dashboard: one card in the middle. */
export function Card({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  const words = useWords(texts);
  useEffect(() => {
    document.title = `${title} · Keepsake`;
  }, [title]);
  const { publicUrl } = installation;
  const isElsewhere = new URL(publicUrl).origin !== location.origin;
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper w="100%" maw={420} p={{ base: "lg", sm: "xl" }} bg="var(--ks-paper)" radius="lg">
        <Stack gap="md">
          <svg width="36" height="36" viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
            <path
              d="M16 24.500c-5.200-3.700-8.500-6.800-8.500-10.600A4.700 4.700 0 0 1 12.300 9c1.500 0 2.900.8 3.700 2 .8-1.200 2.200-2 3.700-2a4.700 4.700 0 0 1 4.800 4.900c0 3.800-3.300 6.900-8.500 10.600z"
              fill="#fff"
            />
          </svg>
          <div>
            <Title order={1} fz="1.375rem">
              {isElsewhere ? words.elsewhere : title}
            </Title>
            {(isElsewhere || text) && (
              <Text c="dimmed" size="sm" mt={6} component="div">
                {isElsewhere ? words.onlyThere(`${publicUrl}/dashboard`) : text}
              </Text>
            )}
          </div>
          {isElsewhere ? <a href={`${publicUrl}/dashboard`}>{words.openThere}</a> : children}
        </Stack>
      </Paper>
    </Center>
  );
}
