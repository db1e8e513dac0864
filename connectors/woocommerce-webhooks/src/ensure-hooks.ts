import type { Api } from "./api.ts";

type Hook = { readonly id: number; readonly topic: string; readonly status: string; readonly delivery_url: string };

/** WooCommerce reports stock that an order changed only with the order. */
export const TOPICS = [
  "product.created",
  "product.updated",
  "product.deleted",
  "product.restored",
  "order.created",
  "order.updated",
];
const LISTED_MAX = 100;

/** Creates the webhooks that are missing. Switches those on again that WooCommerce has switched off after seven failures, and
 *  hands them the newest secret, which WooCommerce tells nobody. */
export async function ensureHooks(
  api: Api,
  { appUrl, webhookSecrets: [secret] }: { appUrl: string; webhookSecrets: readonly [string, ...string[]] },
): Promise<void> {
  const address = `${appUrl}/webhooks`;
  const hooks = (await api.get<Hook[]>(`webhooks?per_page=${LISTED_MAX}`)).filter(
    ({ delivery_url }) => delivery_url === address,
  );
  for (const topic of TOPICS) {
    const hook = hooks.find((one) => one.topic === topic);
    const wanted = { name: `Keepsake ${topic}`, topic, delivery_url: address, status: "active", secret };
    await (hook ? api.send("PUT", `webhooks/${hook.id}`, wanted) : api.send("POST", "webhooks", wanted));
  }
}
