import type { StoreId } from "../../../platform/ids.ts";

const TOKEN = /^([0-9a-z]{1,6})-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;
const BASE = 36;

/** The link that ends the report mails of one member about one store. Nobody can guess it. */
export const stopUrl = (publicUrl: string, storeId: StoreId, token: string) =>
  `${publicUrl}/alerts/stop-reports?token=${storeId.toString(BASE)}-${token}`;

export function readStopToken(text: string): { readonly storeId: StoreId; readonly token: string } | undefined {
  const [, store, token] = TOKEN.exec(text) ?? [];
  if (store === undefined || token === undefined) return undefined;
  return { storeId: Number.parseInt(store, BASE) as StoreId, token };
}
