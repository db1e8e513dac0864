import type { Db } from "../../db/db.ts";
import type { Doorbell } from "../../doorbell.ts";
import type { StoreId } from "../../ids.ts";
import type { Log } from "../../log.ts";
import { startLoop } from "../../loop.ts";
import type { Mail } from "./queue-mail.ts";

/** Hands one mail over. Throws where the server did not take it. */
export type SendMail = (mail: Mail, messageId: string) => Promise<void>;

const PAGE = 20;
const LEASE_SECONDS = 60;
const TRIES = 8;
const KEEP_DAYS = 7;

/** Sends a page of what is due. A mail is leased first, so a crash sends it again at most once more, under the same
 *  Message-ID; no transaction is open while the mail server is spoken to. */
export async function sendDueMails(db: Db, send: SendMail, log: Log): Promise<number> {
  const due = await db.asWorker(
    (tx) => tx<Mail & { storeId: StoreId; id: string; attempts: number }>`
      update mails set attempts = attempts + 1, due_at = now() + make_interval(secs => ${LEASE_SECONDS} * power(4, least(attempts, 5)))
      where (store_id, id) in (
        select store_id, id from mails where sent_at is null and attempts < ${TRIES} and due_at <= now()
        order by due_at limit ${PAGE} for update skip locked
      )
      returning store_id as "storeId", id, attempts, to_email as "to", subject, text_body as "text", html_body as "html"`,
  );
  await Promise.all(
    due.map(async ({ storeId, id, attempts, ...mail }) => {
      try {
        await send(mail, `<${storeId}-${id}@keepsake>`);
        await db.asWorker(
          (tx) => tx`update mails set sent_at = now(), problem = null where store_id = ${storeId} and id = ${id}`,
        );
      } catch (error) {
        log.warn({ error, mail: id, attempts }, "A mail was not taken: it is tried again later");
        const problem =
          (error as { responseCode?: number }).responseCode ?? (error as { code?: string }).code ?? "failed";
        await db.asWorker(
          (tx) => tx`update mails set problem = ${String(problem)} where store_id = ${storeId} and id = ${id}`,
        );
      }
    }),
  );
  return due.length;
}

/** Forgets mails nobody needs for the caps any more. */
export const pruneMails = (db: Db) =>
  db.asWorker((tx) => tx`delete from mails where created_at < now() - make_interval(days => ${KEEP_DAYS})`);

/** Sends until stopped. */
export const startMailer = ({
  db,
  send,
  doorbell,
  pollMs,
  log,
}: {
  db: Db;
  send: SendMail;
  doorbell: Doorbell;
  pollMs: number;
  log: Log;
}) =>
  startLoop(async () => (await sendDueMails(db, send, log)) === PAGE, {
    doorbell,
    pollMs,
    log,
    says: "Mails could not be read",
  });
