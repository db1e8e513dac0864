import type { StoreTx } from "../../../platform/db/db.ts";
import type { Confirmation } from "../alert-links.ts";
import { type LinkDeps, openLink, type PageStore } from "../open-link.ts";
import { findContact } from "../sql.ts";
import { confirmUntil, findUnconfirmed } from "./sql.ts";
import { titlesOf } from "./titles-of.ts";

const SHOWN_MAX = 100;

/** What the page of a confirmation link shows. `open`: there are sign-ups to confirm. `nothing`: all of them were
 *  confirmed or ended before. */
export type ConfirmationView =
  | (PageStore & { readonly state: "open"; readonly titles: readonly string[] })
  | (PageStore & { readonly state: "confirmed" | "nothing" })
  | { readonly state: "expired" | "invalid" };

/** Finds what the link would confirm. Changes nothing, because mail scanners follow links. */
export const previewConfirmation = (deps: LinkDeps, token: string): Promise<ConfirmationView> =>
  openConfirmation(deps, token, async (tx, { contactId, until }, store) => {
    const unconfirmed = await findUnconfirmed(tx, contactId, until, SHOWN_MAX);
    if (unconfirmed.length === 0) return { state: "nothing", ...store };
    return { state: "open", ...store, titles: await titlesOf(tx, deps.variants, unconfirmed) };
  });

/** Confirms the sign-ups that the mail was about. Their place in line is that of the sign-up. A second call finds nothing
 *  to confirm. */
export const confirm = (deps: LinkDeps, token: string): Promise<ConfirmationView> =>
  openConfirmation(deps, token, async (tx, { contactId, until }, store) => {
    const count = await confirmUntil(tx, contactId, until);
    return { state: count > 0 ? "confirmed" : "nothing", ...store };
  });

async function openConfirmation(
  deps: LinkDeps,
  token: string,
  work: (tx: StoreTx, confirmation: Confirmation, store: PageStore) => Promise<ConfirmationView>,
): Promise<ConfirmationView> {
  const confirmation = deps.links.readConfirmation(token);
  if (confirmation?.isExpired) return { state: "expired" };
  const opened = await openLink(deps, confirmation, async (tx, link, store) =>
    (await findContact(tx, link.contactId)) ? work(tx, link, store) : undefined,
  );
  return opened ?? { state: "invalid" };
}
