import { randomUUID } from "node:crypto";
import type { Store } from "./lab.ts";
import { type Call, type Client, sendUntilAnswered } from "./load.ts";

export type Shopper = { readonly regid: string; readonly sessionid: string; readonly lid: string };

export const listCall = (
  { pid }: Pick<Store, "pid">,
  { regid, sessionid }: Pick<Shopper, "regid" | "sessionid">,
  verb: string,
  params: Readonly<Record<string, string>> = {},
): Call => ({ path: `/api/v3/lists/${verb}?pid=${encodeURIComponent(pid)}`, params: { regid, sessionid, ...params } });

/** An account with an empty list. */
export async function aShopper(client: Client, store: Store): Promise<Shopper> {
  const made = await sendUntilAnswered(client, {
    path: "/storeadmin/v3/user/generate-regid",
    params: { useremail: `${randomUUID()}@example.com`, useragenttype: "faults" },
    headers: { authorization: store.basic },
  });
  const person = JSON.parse(made.text) as { regid: string; sessionid: string };
  const list = await sendUntilAnswered(client, listCall(store, person, "create", { lname: "My Wishlist" }));
  return { ...person, lid: (JSON.parse(list.text) as { lid: string }).lid };
}

export const items = (...epis: readonly number[]) =>
  JSON.stringify(epis.map((epi) => ({ epi, empi: epi, du: `https://shop.example/p/${epi}` })));
