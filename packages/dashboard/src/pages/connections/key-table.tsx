import { Badge, Button, Code, Group, Stack, Text, Tooltip } from "@mantine/core";
import type { Got } from "../../api/call.ts";
import { type Column, DataTable } from "../../components/data-table.tsx";
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
  const columns: Column<ApiKey>[] = [
    {
      name: words.key,
      minWidth: "11rem",
      maxWidth: "18rem",
      show: (key) => (
        <Stack gap={2} align="flex-start">
          <Text size="sm" fw={600}>
            {key.name}
          </Text>
          <Code>{key.id}</Code>
          <KeyState record={key} />
        </Stack>
      ),
    },
    {
      name: words.scopes,
      minWidth: "12rem",
      maxWidth: "22rem",
      show: ({ scopes }) => (
        <Group gap={4}>
          {scopes.map((scope) => (
            <Tooltip key={scope} label={words.scope[scope]}>
              <Badge variant="default" tt="none" fw={500} tabIndex={0}>
                {scope}
              </Badge>
            </Tooltip>
          ))}
        </Group>
      ),
    },
    { name: words.created, wide: true, minWidth: "7rem", show: ({ createdAt }) => <Ago at={createdAt} /> },
    {
      name: words.lastUsed,
      minWidth: "7rem",
      show: ({ lastUsedAt }) => (lastUsedAt ? <Ago at={lastUsedAt} /> : words.neverUsed),
    },
    {
      name: words.actions,
      show: (key) =>
        isLive(key) && (
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
        ),
    },
  ];
  return <DataTable columns={columns} rows={keys} rowKey={({ id }) => id} label={words.keys} />;
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
