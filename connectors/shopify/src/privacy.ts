import { KeepsakeError } from "../../client/src/errors.ts";
import { createSend } from "../../client/src/send.ts";
import type { HostedConfig } from "../../hosted/src/config.ts";
import type { ConnectedStore, Installations, Shop } from "../../hosted/src/installations.ts";

/** Who a request of Shopify is about. */
export type NamedCustomer = { readonly email: string | undefined; readonly phone: string | undefined };

type Send = ReturnType<typeof createSend>;
type Deps = {
  readonly config: Pick<HostedConfig, "keepsakeUrl">;
  readonly installations: Installations;
  readonly version: string;
  readonly name: string;
};

const sendTo = ({ config, name, version }: Deps, { pid, key }: ConnectedStore): Send =>
  createSend({ url: config.keepsakeUrl, pid, key, name, version });

/** Keepsake knows phone numbers with their country alone, such as +491511234567, and refuses a call that names another one. Such a
 *  number names nobody there. */
async function callAbout<T>(send: Send, path: string, { email, phone }: NamedCustomer, more: object = {}) {
  try {
    return await send<T>("POST", path, { email, phone, ...more });
  } catch (error) {
    if (!(error instanceof KeepsakeError && error.type === "invalid-phone")) throw error;
    return email === undefined ? undefined : send<T>("POST", path, { email, ...more });
  }
}

/** Everything that Keepsake has of the customer, as one JSON text for the merchant. */
export async function exportCustomer(deps: Deps, store: ConnectedStore, customer: NamedCustomer): Promise<string> {
  const data = await callAbout<object>(sendTo(deps, store), "people/export", customer);
  return JSON.stringify(data ?? { message: "Keepsake has nothing of this customer." }, undefined, 2);
}

/** Erases the customer in Keepsake, after which nothing is sent to them either. */
export async function eraseCustomer(deps: Deps, store: ConnectedStore, customer: NamedCustomer): Promise<void> {
  await callAbout(sendTo(deps, store), "people/erase", customer, { confirm: "erase" });
}

/**
 * Deletes all that this program knows of a shop that removed the app. The store in Keepsake may serve other shops and outlives
 * an app, so its operator is told how to erase it, in the dashboard's Connections page.
 */
export async function forgetShop(deps: Deps, shop: Shop): Promise<void> {
  if (shop.store) {
    const problem =
      `Shopify asks that the data of ${shop.shop} be erased, 48 hours after its app was removed. If the store served only ` +
      `this shop, its operator runs "npx keepsake store erase --pid ${shop.store.pid}" within 30 days.`;
    const send = sendTo(deps, shop.store);
    const report = { name: deps.name, version: deps.version, problem };
    await send("POST", "connectors/report", report).catch((error: unknown) => {
      // A key that was revoked meanwhile must not keep the shop's data here.
      if (!isKeyRevoked(error)) throw error;
    });
  }
  await deps.installations.remove(shop.shop);
}

export const isKeyRevoked = (error: unknown) => error instanceof KeepsakeError && [401, 403].includes(error.status);
