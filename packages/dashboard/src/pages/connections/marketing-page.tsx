import { Button, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Panel } from "../../components/page.tsx";
import { read, useChange } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { ConnectionsFrame } from "./connections-frame.tsx";
import { MarketingForm } from "./marketing-form.tsx";
import { marketingTexts } from "./marketing-texts.ts";
import { MarketingTool } from "./marketing-tool.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

const REFRESH_MS = 5_000;

/** The marketing tools of the store. Who may not change settings sees them without buttons. */
export function MarketingPage() {
  const words = useWords(marketingTexts);
  const mayChange = useMay("settings:write");
  const tools = useQuery({ ...read("/storeadmin/v3/marketing"), refetchInterval: REFRESH_MS });
  const [isAdding, setIsAdding] = useState(false);
  const add = mayChange && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <ConnectionsFrame actions={add}>
      <Loaded query={tools} rows={6}>
        {({ items }) =>
          items.length === 0 ? (
            <Panel title={words.marketing} lead={words.marketingLead}>
              <Empty title={words.empty} text={mayChange ? words.emptyText : words.ask} />
            </Panel>
          ) : (
            <Stack gap="lg">
              {items.map((tool) => (
                <MarketingTool key={tool.connection} tool={tool} mayChange={mayChange} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {isAdding && <AddTool onClose={() => setIsAdding(false)} />}
    </ConnectionsFrame>
  );
}

function AddTool({ onClose }: { onClose: () => void }) {
  const words = useWords(marketingTexts);
  const connect = useChange("/storeadmin/v3/marketing/connect", { changes: ["/storeadmin/v3/marketing"] });
  const secret = connect.data?.secret;
  if (secret)
    return (
      <SecretDialog title={words.secret} secret={secret} onClose={onClose}>
        <Text size="sm" c="dimmed">
          {words.secretText}
        </Text>
      </SecretDialog>
    );
  return (
    <MarketingForm
      title={words.add}
      button={words.add}
      isBusy={connect.isPending}
      error={connect.error}
      onSubmit={(tool, fields) =>
        connect.mutate({ tool, ...fields }, { onSuccess: (answer) => answer.secret === null && onClose() })
      }
      onClose={onClose}
    />
  );
}
