import type { Shop } from "../../hosted/src/installations.ts";
import type { Api } from "./api.ts";
import type { BigCommerceConfig } from "./config.ts";

/** The webhooks that the app creates. BigCommerce has one for stock changed by an order, and another for stock that the
 *  merchant edited. */
export const SCOPES = [
  "store/product/created",
  "store/product/updated",
  "store/product/deleted",
  "store/product/inventory/updated",
  "store/product/inventory/order/updated",
  "store/sku/created",
  "store/sku/updated",
  "store/sku/deleted",
  "store/sku/inventory/updated",
  "store/sku/inventory/order/updated",
  "store/order/created",
  "store/order/statusUpdated",
  "store/app/uninstalled",
];

type Hook = { readonly id: number; readonly scope: string; readonly destination: string; readonly is_active: boolean };
type Script = { readonly uuid: string; readonly name: string; readonly html?: string };
type Listed<T> = { readonly data: readonly T[] };

const LISTED_MAX = 250;
const SCRIPT_NAME = "Keepsake";

/** Creates the webhooks that are missing, and switches those on again that BigCommerce has switched off after failures. */
export async function ensureHooks(api: Api, shop: Shop, { appUrl }: Pick<BigCommerceConfig, "appUrl">): Promise<void> {
  const destination = `${appUrl}/webhooks`;
  const listed = await api.get<Listed<Hook>>(shop, `v3/hooks?limit=${LISTED_MAX}`);
  const hooks = (listed?.data ?? []).filter((hook) => hook.destination === destination);
  for (const scope of SCOPES) {
    const hook = hooks.find((one) => one.scope === scope);
    if (!hook) await api.send(shop, "POST", "v3/hooks", { scope, destination, is_active: true });
    else if (!hook.is_active)
      await api.send(shop, "PUT", `v3/hooks/${hook.id}`, { scope, destination, is_active: true });
  }
}

/** Puts Keepsake's script on the shop's pages, or mends it after a change. BigCommerce removes it with the app. */
export async function ensureScript(
  api: Api,
  shop: Shop,
  config: Pick<BigCommerceConfig, "appUrl" | "keepsakeUrl" | "clientId">,
): Promise<void> {
  if (!shop.store) return;
  const script = {
    name: SCRIPT_NAME,
    description: "Wishlists, save for later and back-in-stock alerts",
    kind: "script_tag",
    html: scriptOf(shop.store, config),
    auto_uninstall: true,
    load_method: "default",
    location: "head",
    visibility: "storefront",
    consent_category: "functional",
  };
  const listed = await api.get<Listed<Script>>(shop, `v3/content/scripts?limit=${LISTED_MAX}`);
  const known = listed?.data.find(({ name }) => name === SCRIPT_NAME);
  if (!known) await api.send(shop, "POST", "v3/content/scripts", script);
  else if (known.html !== script.html) await api.send(shop, "PUT", `v3/content/scripts/${known.uuid}`, script);
}

/** BigCommerce puts it on cached pages, so it asks who is logged in. Hearts and lists wait for the answer. */
function scriptOf(
  { pid, identitySecret }: NonNullable<Shop["store"]>,
  { appUrl, keepsakeUrl, clientId }: Pick<BigCommerceConfig, "appUrl" | "keepsakeUrl" | "clientId">,
): string {
  const attribute = (text: string) => text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  const tag = `<script async src="${attribute(keepsakeUrl)}/keepsake.js" data-pid="${attribute(pid)}" data-share="/shared-list/"></script>`;
  if (!identitySecret) return tag;
  return `<script>
(window.KeepsakeCallbacks ||= []).push((keepsake) => {
  const fetchToken = async () => {
    const signal = AbortSignal.timeout(5000);
    const jwt = await fetch(${JSON.stringify(`/customer/current.jwt?app_client_id=${clientId}`)}, { signal });
    if (!jwt.ok) return "";
    const answer = await fetch(${JSON.stringify(`${appUrl}/keepsake-token`)}, { method: "POST", body: await jwt.text(), signal });
    return answer.ok ? answer.text() : "";
  };
  keepsake.login(fetchToken().catch(() => ""));
});
</script>
${tag}`;
}
