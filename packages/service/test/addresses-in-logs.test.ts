import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createLog } from "../src/platform/log.ts";
import { queueMail } from "../src/platform/messaging/mail/queue-mail.ts";
import { createMailer } from "../src/platform/messaging/mail/send-queued-mails.ts";
import { createSmtp } from "../src/platform/messaging/mail/smtp.ts";
import { look } from "./fixtures/database.ts";
import { aMailServer } from "./fixtures/mail-server.ts";
import { aMigratedDatabase } from "./fixtures/migrated-database.ts";
import { aService, aStore } from "./fixtures/service.ts";
import { whenDone } from "./fixtures/when-done.ts";

const CANARIES = 10;

/** Sends mails through a server that repeats the recipient in its refusals, as real ones do. */
async function sendToEchoingServer() {
  const url = await aMigratedDatabase();
  const server = await aMailServer({
    bounce: (address) => ({ code: 550, text: `5.1.1 <${address}>: Recipient address rejected: ${address} is unknown` }),
  });
  const lines: string[] = [];
  const log = createLog("trace", { write: (line: string) => void lines.push(line) });
  const service = aService({ log, env: { DATABASE_URL: url } });
  const store = await aStore(service);
  const send = createSmtp({ url: server.url, from: "Shop <shop@shop.example>" });
  whenDone(async () => send.close());
  const addresses = Array.from({ length: CANARIES }, () => `canary-${randomBytes(6).toString("hex")}@example.com`);
  for (const to of addresses) {
    const mail = { to, subject: "Hello", text: "", html: "" };
    await store.inStore((tx) => queueMail(tx, { shopperId: null, kind: "list-share", mail }));
  }
  const errors: unknown[] = [];
  const remember = async (...args: Parameters<typeof send>) => {
    try {
      await send(...args);
    } catch (error) {
      errors.push(error);
      throw error;
    }
  };
  const deps = { db: service.deps.db, log, isWithheld: async () => false, senders: { email: remember } };
  await createMailer(deps).sendDueMails();
  const problems = await look<{ problem: string }>("select problem from mails", [], url);
  return { addresses, lines, errors, problems: problems.map(({ problem }) => problem) };
}

test("a mail server that repeats the recipient in its refusal does not put the address into the log", async () => {
  const { addresses, lines, errors, problems } = await sendToEchoingServer();
  const [written, refused] = [lines.join(""), errors.map((error) => (error as Error).message).join("\n")];
  // Control: the errors themselves name every recipient.
  expect(addresses.filter((address) => refused.includes(address))).toHaveLength(CANARIES);
  expect(lines.filter((line) => line.includes("was not accepted by the provider"))).toHaveLength(CANARIES);
  expect(addresses.filter((address) => written.includes(address))).toEqual([]);
  expect(addresses.filter((address) => written.includes(address.split("@")[0] ?? ""))).toEqual([]);
  expect(written).toContain("c…@example.com");
  expect(problems).toEqual(Array.from({ length: CANARIES }, () => "550"));
});
