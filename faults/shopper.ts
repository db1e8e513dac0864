import { randomUUID } from "node:crypto";
import type { Call } from "./load.ts";

/** Creates a guest; the answer contains its regid. */
export const guestCall = (uuid: string = randomUUID()): Call => ({
  path: "/storeadmin/v3/user/generate-regid",
  params: { uuid, useragenttype: "faults" },
});

/** Merges a guest into a new account: a write that leaves a row in `merges` and an event in the outbox. */
export const mergeCall = (guest: { text: string }): Call & { readonly headers: { "idempotency-key": string } } => {
  const { regid } = JSON.parse(guest.text) as { regid: string };
  return {
    path: "/storeadmin/v3/user/guest-validate-sync",
    params: { regid, useremail: `${randomUUID()}@example.com`, useragenttype: "faults" },
    headers: { "idempotency-key": randomUUID() },
  };
};

/** The regid of a call in the form that MERGED_GUESTS returns. */
export const regidOf = (call: Call) => Buffer.from(call.params?.["regid"] ?? "", "base64url").toString("hex");

/** The guests of all merges, with the number of outbox events for each. */
export const MERGED_GUESTS = `
  select replace(s.regid::text, '-', ''), (
    select count(*) from outbox o where o.subject = 'shopper.merged' and o.payload ->> 'guestId' = m.guest_id::text
  )
  from merges m join shoppers s on s.store_id = m.store_id and s.id = m.guest_id`;
