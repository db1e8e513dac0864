import { Button, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Panel } from "../../components/page.tsx";
import { read } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { ConnectionsFrame } from "./connections-frame.tsx";
import { CreateKey } from "./create-key.tsx";
import { type ApiKey, isLive, KeyTable } from "./key-table.tsx";
import { keyTexts } from "./keys-texts.ts";
import { NoAccess } from "./no-access.tsx";
import { ReplaceKey } from "./replace-key.tsx";
import { RevokeKey } from "./revoke-key.tsx";
import { texts } from "./texts.ts";

const REFRESH_MS = 15_000;

export function KeysPage() {
  const words = { ...useWords(texts), ...useWords(keyTexts) };
  return useMay("keys") ? <Keys /> : <NoAccess text={words.ownersOnly} />;
}

function Keys() {
  const words = useWords(keyTexts);
  const keys = useQuery({ ...read("/storeadmin/v3/keys"), refetchInterval: REFRESH_MS });
  const [isCreating, setIsCreating] = useState(false);
  const [replacing, setReplacing] = useState<ApiKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const [showsEnded, setShowsEnded] = useState(false);
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <ConnectionsFrame actions={create}>
      <Panel title={words.keys} lead={words.keysLead} flush>
        <Loaded query={keys} rows={6}>
          {({ keys: all }) => {
            const ended = all.filter((key) => !isLive(key));
            const shown = showsEnded ? all : all.filter(isLive);
            return (
              <Stack gap={0}>
                {shown.length === 0 ? (
                  <Empty title={words.empty} text={words.emptyText} />
                ) : (
                  <KeyTable keys={shown} onReplace={setReplacing} onRevoke={setRevoking} />
                )}
                {ended.length > 0 && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    m="md"
                    maw="fit-content"
                    onClick={() => setShowsEnded(!showsEnded)}
                  >
                    {showsEnded ? words.hideEnded : words.showEnded(ended.length)}
                  </Button>
                )}
              </Stack>
            );
          }}
        </Loaded>
      </Panel>
      {isCreating && <CreateKey onClose={() => setIsCreating(false)} />}
      {replacing && <ReplaceKey old={replacing} onClose={() => setReplacing(undefined)} />}
      {revoking && <RevokeKey old={revoking} onClose={() => setRevoking(undefined)} />}
    </ConnectionsFrame>
  );
}
