import { Badge, Box, Stack, Text } from "@mantine/core";
import type { Got } from "../../api/call.ts";
import { installation } from "../../app/installation.ts";
import { DataTable } from "../../components/data-table.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { useSession } from "../../session/session.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

type Script = Got<"/storeadmin/v3/connections">["script"];

export function ScriptPanel({ seen }: { seen: Script }) {
  const words = useWords(texts);
  const formats = useFormats();
  const { store } = useSession();
  const tag = `<script async src="${installation.publicUrl}/keepsake.js" data-pid="${store?.pid ?? ""}"></script>`;
  return (
    <Panel
      title={words.script}
      lead={words.scriptLead}
      actions={
        <Badge variant="dot" tt="none" size="lg" color={seen.lastSeen ? "green" : "gray"} role="status">
          {seen.lastSeen ? words.seen : words.waitingForScript}
        </Badge>
      }
    >
      <Stack gap="sm">
        <Snippet text={tag} label={words.copyTag} />
        <Text size="sm" c="dimmed">
          {seen.lastSeen ? words.scriptLast(formats.ago(seen.lastSeen)) : words.scriptWaiting} {words.scriptAccounts}
        </Text>
        {seen.origins.length > 0 && <Origins origins={seen.origins} />}
      </Stack>
    </Panel>
  );
}

function Origins({ origins }: { origins: Script["origins"] }) {
  const words = useWords(texts);
  return (
    <Box className="ks-flush" mx="calc(var(--mantine-spacing-lg) * -1)" mb="calc(var(--mantine-spacing-lg) * -1)">
      <DataTable
        label={words.pagesSeen}
        rows={origins}
        rowKey={({ origin }) => origin}
        columns={[
          { name: words.pagesSeen, maxWidth: "22rem", show: ({ origin }) => origin },
          { name: words.firstSeen, wide: true, show: ({ firstSeen }) => <Ago at={firstSeen} /> },
          { name: words.lastSeen, show: ({ lastSeen }) => <Ago at={lastSeen} /> },
        ]}
      />
    </Box>
  );
}
