import type { StoreTx } from "../../../platform/db/db.ts";
import { acceptRequests } from "./accept-requests.ts";
import { confirmationCopy } from "./copy.ts";
import { findBatches } from "./sql.ts";

/** Until requests are deleted. A repeated request keeps its time, so its text message can be newer than that. */
const HOURS = 96;

/** Confirms the sign-ups of a phone number whose owner answered YES, and returns the text to answer with. When several
 *  shoppers asked for the number, the answer does not tell which of them is meant: only the links can. */
export async function confirmByReply(tx: StoreTx, addressHash: string, shopName: string): Promise<string | undefined> {
  const [batch, another] = await findBatches(tx, addressHash, HOURS);
  if (!batch) return undefined;
  const copy = confirmationCopy(batch.locale);
  if (another) return copy.useTheLink(shopName);
  // The text messages do not mention the mailing list; the page of their link does.
  const agreed = { text: copy.confirmed(shopName), language: copy.language, ipHash: null };
  await acceptRequests(tx, batch, () => agreed, { canJoinMailingList: false });
  return copy.confirmed(shopName);
}
