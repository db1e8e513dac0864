import type { StoreTx } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { countMailsToday, queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Store } from "../../stores/store.ts";
import { unknownList } from "../errors.ts";
import { toEntries } from "../items/entries.ts";
import type { List, PublicListId } from "../list.ts";
import { findItems, findList } from "../sql.ts";
import { listMail } from "./list-mail.ts";

const KIND = "list-share";
const BY_SHOPPER_PER_DAY = 20;
const TO_ADDRESS_PER_DAY = 3;
const ITEMS_SHOWN = 50;

const tooManyMails = () =>
  new AppError("too-many", "too-many-mails", "Too many lists were mailed today. Try again tomorrow.", {
    retryAfterSeconds: 86_400,
  });

/** Queues a mail that shows a list to a friend, in the name of the shop. The number of mails per day is limited for each
 *  shopper and for each address. */
export async function emailList(
  tx: StoreTx,
  store: Store,
  shopperId: ShopperId,
  { publicId, to, fromName, note }: { publicId: PublicListId; to: string; fromName: string; note: string },
  variants: VariantCache,
): Promise<List> {
  const list = await findList(tx, publicId);
  if (!list || list.shopperId !== shopperId) throw unknownList();
  const { byShopper, toAddress } = await countMailsToday(tx, { shopperId, to, kind: KIND });
  if (byShopper >= BY_SHOPPER_PER_DAY || toAddress >= TO_ADDRESS_PER_DAY) throw tooManyMails();
  const items = await findItems(tx, list.id, { limit: ITEMS_SHOWN, offset: 0 });
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
