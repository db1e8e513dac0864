import { Anchor, Button, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { read, useChange } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { ConnectionsFrame } from "./connections-frame.tsx";
import { NoAccess } from "./no-access.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { texts } from "./texts.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { type Webhook, WebhookState } from "./webhook-state.tsx";
import { webhookTexts } from "./webhooks-texts.ts";

const REFRESH_MS = 10_000;

export function WebhooksPage() {
  const words = useWords(texts);
  return useMay("webhooks") ? <Webhooks /> : <NoAccess text={words.managersOnly} />;
}

function Webhooks() {
  const words = useWords(webhookTexts);
  const webhooks = useQuery({ ...read("/storeadmin/v3/webhooks"), refetchInterval: REFRESH_MS });
  const [isAdding, setIsAdding] = useState(false);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <ConnectionsFrame actions={add}>
      <Panel title={words.webhooks} lead={words.webhooksLead} flush>
        <Loaded query={webhooks} rows={5}>
          {({ items }) =>
            items.length === 0 ? <Empty title={words.empty} text={words.emptyText} /> : <List items={items} />
          }
        </Loaded>
      </Panel>
      {isAdding && <AddWebhook onClose={() => setIsAdding(false)} />}
    </ConnectionsFrame>
  );
}

function List({ items }: { items: readonly Webhook[] }) {
  const words = useWords(webhookTexts);
  const formats = useFormats();
  const columns: Column<Webhook>[] = [
    {
      name: words.address,
      minWidth: "12rem",
      maxWidth: "26rem",
      show: ({ endpoint, description, url }) => (
        <>
          <Anchor component={Link} to={`/connections/webhooks/${endpoint}`} size="sm" fw={600}>
            {description || url}
          </Anchor>
          {description && (
            <Text size="xs" c="dimmed" lineClamp={2}>
              {url}
            </Text>
          )}
        </>
      ),
    },
    { name: words.state, show: (webhook) => <WebhookState webhook={webhook} /> },
    {
      name: words.events,
      wide: true,
      show: ({ events }) => (events.includes("*") ? words.all : words.eventCount(events.length)),
    },
    { name: words.waiting, align: "right", show: ({ waiting }) => formats.number(waiting) },
    {
      name: words.lastAccepted,
      wide: true,
      show: ({ lastSuccess }) => (lastSuccess ? <Ago at={lastSuccess} /> : words.neverAccepted),
    },
  ];
  return <DataTable columns={columns} rows={items} rowKey={({ endpoint }) => endpoint} label={words.webhooks} />;
}

const PATH = "/storeadmin/v3/webhooks/create";

function AddWebhook({ onClose }: { onClose: () => void }) {
  const words = useWords(webhookTexts);
  const create = useChange(PATH, { changes: ["/storeadmin/v3/webhooks"] });
  if (create.data)
    return (
      <SecretDialog title={words.newSecret} secret={create.data.secret} onClose={onClose}>
        <Text size="sm" c="dimmed">
          {words.newSecretText}
        </Text>
      </SecretDialog>
    );
  return (
    <WebhookForm
      title={words.add}
      button={words.add}
      path={PATH}
      start={{ url: "", description: "", events: ["*"] }}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={(fields) => create.mutate(fields)}
      onClose={onClose}
    />
  );
}
