import { Group, Stack, Text } from "@mantine/core";
import { CopyCurl } from "../../components/copy.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { useChange } from "../../session/queries.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import type { ApiKey } from "./key-table.tsx";
import { keyTexts } from "./keys-texts.ts";

const PATH = "/storeadmin/v3/keys/revoke";

export function RevokeKey({ old, onClose }: { old: ApiKey; onClose: () => void }) {
  const words = useWords(keyTexts);
  const formats = useFormats();
  const revoke = useChange(PATH, { changes: ["/storeadmin/v3/keys"] });
  return (
    <TypedConfirm
      opened
      onClose={onClose}
      title={words.revokeTitle}
      word={old.name.trim() || old.id}
      button={words.revoke}
      onConfirm={() => revoke.mutateAsync({ id: old.id })}
    >
      <Stack gap="xs">
        <Text size="sm">{words.revokeText}</Text>
        {old.lastUsedAt && (
          <Text size="sm" fw={600}>
            {words.stillUsed(formats.ago(old.lastUsedAt))}
          </Text>
        )}
        <Text size="sm">{words.revokeInstead}</Text>
        <Group>
          <CopyCurl path={PATH} body={{ id: old.id }} />
        </Group>
      </Stack>
    </TypedConfirm>
  );
}
