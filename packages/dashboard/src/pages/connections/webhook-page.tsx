import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { BackLink } from "../../components/back-link.tsx";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { read } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { NoAccess } from "./no-access.tsx";
import { ReplayPanel } from "./replay-panel.tsx";
import { texts } from "./texts.ts";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookHealth } from "./webhook-health.tsx";
import { webhookTexts } from "./webhooks-texts.ts";

const REFRESH_MS = 3_000;

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/** One endpoint: how it does, its log, and what can be done with it. */
export function WebhookPage() {
  const words = useWords(texts);
  return useMay("webhooks") ? <Endpoint /> : <NoAccess text={words.managersOnly} />;
}

function Endpoint() {
  const words = useWords(webhookTexts);
  const { endpoint } = useParams({ from: "/shell/connections/webhooks/$endpoint" });
  const webhooks = useQuery({ ...read("/storeadmin/v3/webhooks"), refetchInterval: REFRESH_MS });
  const webhook = webhooks.data?.items.find((one) => one.endpoint === endpoint);
  return (
    <Page
      back={<BackLink to="/connections/webhooks">{words.back}</BackLink>}
      title={webhook ? webhook.description || hostOf(webhook.url) : words.webhooks}
      actions={webhook && <WebhookActions webhook={webhook} />}
    >
      <Loaded query={webhooks} rows={8}>
        {() =>
          webhook ? (
            <Stack gap="lg">
              <WebhookHealth webhook={webhook} />
              <DeliveryLog webhook={webhook} />
              <ReplayPanel webhook={webhook} />
            </Stack>
          ) : (
            <Panel>
              <Empty
                title={words.gone}
                text={words.goneText}
                action={
                  <Button component={Link} to="/connections/webhooks" variant="default">
                    {words.back}
                  </Button>
                }
              />
            </Panel>
          )
        }
      </Loaded>
    </Page>
  );
}
