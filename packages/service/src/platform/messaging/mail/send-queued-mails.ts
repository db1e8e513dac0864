import type { Db } from "../../db/db.ts";
import type { StoreId } from "../../ids.ts";
import type { Log } from "../../log.ts";
import { startLoop } from "../../loop.ts";
import type { WakeUps } from "../../wake-ups.ts";
import type { Mail, SendMail } from "./mail.ts";

const PAGE = 20;
const LEASE_SECONDS = 60;
const TRIES = 8;
const KEEP_DAYS = 7;

/** Sends a page of the mails that are due. Each is leased first: after a crash it is sent again, under the same
 *  Message-ID. No transaction is open while the mail server works. */
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
        log.warn({ error, mail: id, attempts }, "The mail server did not accept a mail: it will be tried again");
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

/** Deletes mails that are too old to count for the daily limits. */
export const pruneMails = (db: Db) =>
  db.asWorker((tx) => tx`delete from mails where created_at < now() - make_interval(days => ${KEEP_DAYS})`);

/** Sends queued mails until stopped. */
export const startMailer = ({
  db,
  send,
  wakeUps,
  pollMs,
  log,
}: {
  db: Db;
  send: SendMail;
  wakeUps: WakeUps;
  pollMs: number;
  log: Log;
}) =>
  startLoop(async () => (await sendDueMails(db, send, log)) === PAGE, {
    wakeUps,
    pollMs,
    log,
    failure: "Could not read the queued mails",
  });
