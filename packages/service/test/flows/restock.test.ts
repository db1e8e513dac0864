import { expect, test } from "vitest";
import { waitFor } from "../../../../engines/wait-for.ts";
import { startWorker } from "../../src/worker.ts";
import { aLine, alertCall, stock } from "../fixtures/alert-shop.ts";
import { aMailServer } from "../fixtures/mail-server.ts";
import { aMigratedDatabase } from "../fixtures/migrated-database.ts";
import { aNatsServer } from "../fixtures/nats-server.ts";
import { aService, aStore } from "../fixtures/service.ts";
import { whenDone } from "../fixtures/when-done.ts";

const WAIT_MAX_MS = 60_000;
const TRIES = 12;

/** A shop without fakes: it has a real database, NATS, a mail server and the pages that mails link to. */
async function aShop(env: Record<string, string>) {
  const mails = await aMailServer();
  const service = aService({
    env: { DATABASE_URL: await aMigratedDatabase(), KEEPSAKE_SMTP_URL: mails.url, ...env },
  });
  const worker = startWorker(service.deps);
  whenDone(() => worker.stop());
  const store = await aStore(service, {
    scopes: ["admin"],
    settings: { alerts: { audience: "per-unit", perUnit: 1 } },
  });
  const notified = async () => (await mails.received()).flatMap(({ recipients }) => recipients);
  return { mails, store, notified };
}

test.each([
  ["with NATS", { NATS_URL: await aNatsServer(), KEEPSAKE_POLL_MS: "5000" }, 1_000],
  ["without NATS", {}, 5_000],
])(
  "%s: of five shoppers two units notify the first two; the third leaves, and one more unit notifies the fourth",
  async (_, env, firstMailMs) => {
    const { mails, store, notified } = await aShop(env);
    const line = await aLine(store, 5);
    await stock(store, 2);
    expect(await waitFor(async () => (await notified()).length >= 2, WAIT_MAX_MS)).toBe(true);
    expect((await notified()).toSorted()).toEqual(line.slice(0, 2));

    // The preferences page opens from the link of a mail. Then the third shopper leaves.
    const { mail } = (await mails.received())[0] ?? fail();
    const page = /https?:\/\/[^"\s]+\/alerts\/preferences\?token=([\w.-]+)/.exec(mail.text ?? "") ?? fail();
    const shown = await store.browser("/alerts/preferences", {}, { method: "GET", query: { token: page[1] ?? "" } });
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining("<h1")]);
    const third = async () =>
      String((await alertCall(store, "explain", { epi: 1, medium: "email", mediumvalue: line[2] }))["because"]);
    expect(await waitFor(async () => (await third()).includes("first in line"), WAIT_MAX_MS)).toBe(true);
    expect(await leave(store, line[2] ?? "")).toBe(200);

    await stock(store, 3);
    expect(await waitFor(async () => (await notified()).length >= 3, WAIT_MAX_MS)).toBe(true);
    expect((await notified()).toSorted()).toEqual([line[0], line[1], line[3]]);
    const sent = async () => JSON.stringify((await alertCall(store, "plans", { epi: 1 }))["plans"]);
    expect(await waitFor(async () => (await sent()).includes('"deliveries":{"sent":3}'), WAIT_MAX_MS)).toBe(true);

    /** Milliseconds from the stock report to the mail. A machine that is busy with other tests gets a few tries. */
    const firstMail = async (epi: number) => {
      await store.admin("/storeadmin/bispa/subscriptions/create", {
        medium: "email",
        mediumvalue: `first-${epi}@example.com`,
        products: JSON.stringify([{ epi, empi: epi, du: "https://shop.example/" }]),
        topics: "backinstock",
      });
      const before = (await notified()).length;
      const from = performance.now();
      await stock(store, 1, epi);
      await waitFor(async () => (await notified()).length > before, WAIT_MAX_MS);
      return performance.now() - from;
    };
    const times: number[] = [];
    for (let epi = 100; epi < 100 + TRIES && (times.at(-1) ?? Number.POSITIVE_INFINITY) > firstMailMs; epi += 1)
      times.push(await firstMail(epi));
    expect(times.at(-1)).toBeLessThan(firstMailMs);

    async function leave(shop: typeof store, email: string) {
      const person = await shop.anAccount(email);
      const { status } = await shop.browser("/api/v3/subscriptions/remove", {
        regid: person.regid,
        sessionid: person.sessionid,
        epi: "1",
        topic: "backinstock",
      });
      return status;
    }
  },
);

const fail = (): never => {
  throw new Error("The value is missing");
};
