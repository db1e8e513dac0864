import { Badge, Button, Code, Group, ScrollArea, Stack, Table, Text, Tooltip } from "@mantine/core";
import type { Got } from "../../api/call.ts";
import { Ago } from "../../components/moment.tsx";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { keyTexts } from "./keys-texts.ts";

export type ApiKey = Got<"/storeadmin/v3/keys">["keys"][number];

export const isLive = ({ revokedAt, expiresAt }: ApiKey) =>
  !revokedAt && (!expiresAt || new Date(expiresAt).getTime() > Date.now());

export function KeyTable({
  keys,
  onReplace,
  onRevoke,
}: {
  keys: readonly ApiKey[];
  onReplace: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}) {
  const words = useWords(keyTexts);
  return (
    <ScrollArea type="auto">
      <Table aria-label={words.keys}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th pl="lg">{words.key}</Table.Th>
            <Table.Th>{words.scopes}</Table.Th>
            <Table.Th visibleFrom="sm">{words.created}</Table.Th>
            <Table.Th>{words.lastUsed}</Table.Th>
            <Table.Th>{words.actions}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td pl="lg" miw="11rem" maw="18rem">
                <Stack gap={2}>
                  <Text size="sm" fw={600}>
                    {key.name}
                  </Text>
                  <Group gap={6}>
                    <Code>{key.id}</Code>
                  </Group>
                  <KeyState record={key} />
                </Stack>
              </Table.Td>
              <Table.Td miw="12rem" maw="22rem">
                <Group gap={4}>
                  {key.scopes.map((scope) => (
                    <Tooltip key={scope} label={words.scope[scope]}>
                      <Badge variant="default" tt="none" fw={500} tabIndex={0}>
                        {scope}
                      </Badge>
                    </Tooltip>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td visibleFrom="sm" miw="7rem">
                <Ago at={key.createdAt} />
              </Table.Td>
              <Table.Td miw="7rem">{key.lastUsedAt ? <Ago at={key.lastUsedAt} /> : words.neverUsed}</Table.Td>
              <Table.Td>
                {isLive(key) && (
                  <Group gap={4} wrap="nowrap">
                    {!key.expiresAt && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={words.replaceOf(key.name)}
                        onClick={() => onReplace(key)}
                      >
                        {words.replace}
                      </Button>
                    )}
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      aria-label={words.revokeOf(key.name)}
                      onClick={() => onRevoke(key)}
                    >
                      {words.revoke}
                    </Button>
                  </Group>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

/** Says when a key ended or will end. Nothing for a key that simply works. */
function KeyState({ record }: { record: ApiKey }) {
  const words = useWords(keyTexts);
  const formats = useFormats();
  const { revokedAt, expiresAt } = record;
  if (isLive(record) && !expiresAt) return null;
  return (
    <Text size="xs" c="dimmed">
      {revokedAt
        ? `${words.revokedAt} ${formats.time(revokedAt)}`
        : isLive(record)
          ? words.worksUntil(formats.time(expiresAt ?? ""))
          : `${words.expiredAt} ${formats.time(expiresAt ?? "")}`}
    </Text>
  );
}
