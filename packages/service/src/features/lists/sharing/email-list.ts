import type { StoreTx } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { mailsToday, queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Store } from "../../stores/store.ts";
import { unknownList } from "../errors.ts";
import { toEntries } from "../items/entries.ts";
import { findList, itemsOfList, type List, type PublicListId } from "../sql.ts";
import { listMail } from "./list-mail.ts";

const KIND = "list-share";
const BY_SHOPPER_A_DAY = 20;
const TO_ADDRESS_A_DAY = 3;
const SHOWN_ITEMS = 50;

const tooManyMails = () =>
  new AppError("too-many", "too-many-mails", "Enough mails for today: try again tomorrow.", {
    retryAfterSeconds: 86_400,
  });

/** Sends a list to a friend, in the shop's name: few a day for one shopper, fewer to one address. */
export async function emailList(
  tx: StoreTx,
  store: Store,
  shopperId: ShopperId,
  { lid, to, fromName, note }: { lid: PublicListId; to: string; fromName: string; note: string },
  variants: VariantCache,
): Promise<List> {
  const list = await findList(tx, lid);
  if (!list || list.shopperId !== shopperId) throw unknownList();
  const { byShopper, toAddress } = await mailsToday(tx, { shopperId, to, kind: KIND });
  if (byShopper >= BY_SHOPPER_A_DAY || toAddress >= TO_ADDRESS_A_DAY) throw tooManyMails();
  const items = await itemsOfList(tx, list.id, { limit: SHOWN_ITEMS, offset: 0 });
  await queueMail(tx, {
    shopperId,
    kind: KIND,
    mail: listMail({
      to,
      fromName,
      note,
      store,
      list,
      entries: await toEntries(variants, store.id, items),
    }),
  });
  await announce(tx, "list.shared", { listId: list.id, shopperId });
  return list;
}
