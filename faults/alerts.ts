import type { startMailProvider } from "../engines/mail-provider.ts";
import type { startSmtpSink } from "../engines/smtp-sink.ts";
import type { openLab } from "./lab.ts";
import { aClient, sendUntilAnswered } from "./load.ts";

type Lab = Pick<Awaited<ReturnType<typeof openLab>>, "aKey" | "aStore" | "select" | "setStore">;

/** Settings for a worker that sends mail to the SMTP sink. */
export const smtpSettings = ({ url }: Awaited<ReturnType<typeof startSmtpSink>>) => ({
  KEEPSAKE_SMTP_URL: url,
  KEEPSAKE_MAIL_FROM: "Shop <shop@shop.example>",
});

/** Settings for a worker that sends mail to the HTTP provider. */
export const providerSettings = ({ url }: Awaited<ReturnType<typeof startMailProvider>>) => ({
  KEEPSAKE_MAIL_HTTP_URL: url,
  KEEPSAKE_MAIL_FROM: "Shop <shop@shop.example>",
});

/** A store with `people` subscriptions to one variant, under addresses that start with `name`. `restock` reports that
 *  the variant is in stock, and notifies all of them. */
export async function aWaitingStore(lab: Lab, port: number, people: number, name = "person") {
  const store = await lab.aStore();
  await lab.setStore(store.pid, { alerts: { audience: "all" } });
  const { basic: authorization } = await lab.aKey(store.pid, ["catalog", "subscriptions", "alerts", "insights"]);
  const client = aClient(port, { headers: { authorization } });
  await sendUntilAnswered(client, {
    path: "/storeadmin/bispa/subscriptions/create",
    params: { medium: "email", mediumvalue: `${name}-1@example.com`, topics: "backinstock", products: PRODUCTS },
  });
  await lab.select(`
    with v as (
      select v.store_id, v.id from variants v join stores s on s.id = v.store_id where s.pid = '${store.pid}' and v.platform_id = '1'
    ), c as (
      insert into contacts (id, store_id, medium, value, address_hash)
      select new_id(store_id), store_id, 1, '${name}-' || n || '@example.com', md5(store_id || ':' || n)::uuid
      from v, generate_series(2, ${people}) as n
      returning id, store_id
    ) insert into subscriptions (id, store_id, variant_id, contact_id, state, topic)
      select c.id, c.store_id, v.id, c.id, 1, 'backinstock' from c, v`);
  return {
    ...store,
    authorization,
    client,
    restock: () =>
      sendUntilAnswered(client, {
        path: "/storeadmin/v3/inventory/set",
        json: { levels: [{ epi: 1, quantity: 5, occurredAt: new Date().toISOString() }] },
      }),
  };
}

const PRODUCTS = JSON.stringify([{ epi: 1, empi: 1, du: "https://shop.example/" }]);
