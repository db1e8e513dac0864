import type { StoreTx } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import { countMailsToday, queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import { announce } from "../../../platform/outbox/announce.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { listRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { unknownList } from "../errors.ts";
import { toEntries } from "../items/entries.ts";
import type { List, PublicListId } from "../list.ts";
import { findItems, findList } from "../sql.ts";
import { listMail } from "./list-mail.ts";

const KIND = "list-share";
const BY_SHOPPER_PER_DAY = 20;
const TO_MAILBOX_PER_DAY = 3;
const ITEMS_SHOWN = 50;

const tooManyMails = () =>
  new AppError("too-many", "too-many-mails", "Too many lists were mailed today. Try again tomorrow.", {
    retryAfterSeconds: 86_400,
  });

export type ListMail = {
  readonly publicId: PublicListId;
  readonly to: string;
  readonly fromName: string;
  readonly note: string;
};

/** Queues a mail that shows a list to a friend, in the name of the shop. The number of mails per day is limited for each
 *  store, shopper and mailbox. A suppressed address gets no mail, and the answer does not tell. */
export async function emailList(
  tx: StoreTx,
  store: Store,
  shopperId: ShopperId,
  { publicId, to, fromName, note }: ListMail,
  variants: VariantCache,
): Promise<List> {
  const list = await findList(tx, publicId);
  if (!list || list.shopperId !== shopperId) throw unknownList();
  const items = await findItems(tx, list.id, { limit: ITEMS_SHOWN, offset: 0 });
  const entries = await toEntries(variants, store.id, items);
  const mail = listMail({ to, fromName, note, store, list, entries });
  const { ofStore, byShopper, toMailbox } = await countMailsToday(tx, { shopperId, to, kind: KIND });
  const isOver =
    ofStore >= listRules(store.settings).mailsPerDay ||
    byShopper >= BY_SHOPPER_PER_DAY ||
    toMailbox >= TO_MAILBOX_PER_DAY;
  if (isOver) throw tooManyMails();
  await queueMail(tx, { shopperId, kind: KIND, mail });
  await announce(tx, "list.shared", { listId: list.id, publicListId: list.publicId, shopperId });
  return list;
}
