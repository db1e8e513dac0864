import { randomUUID } from "node:crypto";
import type { Call } from "./load.ts";

/** A new guest of a store: what names it is the answer's regid. */
export const guestCall = (uuid: string = randomUUID()): Call => ({
  path: "/storeadmin/v3/user/generate-regid",
  params: { uuid, useragenttype: "faults" },
});

/** A write that leaves a row in `merges` and an event in the outbox: the guest becomes part of an account. */
export const mergeCall = (guest: { text: string }): Call & { readonly headers: { "idempotency-key": string } } => {
  const { regid } = JSON.parse(guest.text) as { regid: string };
  return {
    path: "/storeadmin/v3/user/guest-validate-sync",
    params: { regid, useremail: `${randomUUID()}@example.com`, useragenttype: "faults" },
    headers: { "idempotency-key": randomUUID() },
  };
};

/** How the table writes the regid of a call. */
export const regidOf = (call: Call) => Buffer.from(call.params?.["regid"] ?? "", "base64url").toString("hex");

/** The guests of all merges, with the number of events that tell of each. */
export const MERGED_GUESTS = `
  select replace(s.regid::text, '-', ''), (
    select count(*) from outbox o where o.subject = 'shopper.merged' and o.payload ->> 'guestId' = m.guest_id::text
  )
  from merges m join shoppers s on s.store_id = m.store_id and s.id = m.guest_id`;
