import { Box, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useId } from "react";

/** A page: its title, what can be done on it, and its panels. The title is also that of the browser's tab. `back`: a BackLink,
 *  on a page that belongs to a list. */
export function Page({
  back,
  title,
  lead,
  actions,
  children,
}: {
  back?: ReactNode;
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Keepsake`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Box flex="1 1 24rem">
          {back}
          <Title order={1} tabIndex={-1} id="page-title">
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" mt={4} maw="60ch">
              {lead}
            </Text>
          )}
        </Box>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** A part of a page with a heading of its own. `flush`: what is inside reaches the edges, such as a table. */
export function Panel({
  title,
  lead,
  actions,
  flush = false,
  children,
}: {
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Paper component="section" bg="var(--ks-paper)" {...(title ? { "aria-labelledby": id } : {})}>
      {title && (
        <Group justify="space-between" gap="sm" px="lg" pt="md" pb={flush ? "md" : 0}>
          <Box flex="1 1 16rem">
            <Title order={2} id={id}>
              {title}
            </Title>
            {lead && (
              <Text c="dimmed" size="sm" mt={2} maw="70ch">
                {lead}
              </Text>
            )}
          </Box>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      <Box {...(flush ? { className: "ks-flush" } : { p: "lg", pt: title ? "md" : "lg" })}>{children}</Box>
    </Paper>
  );
}
