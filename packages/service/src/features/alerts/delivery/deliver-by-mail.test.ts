import { expect, test } from "vitest";
import { aLine, alertCall, anAlertShop, stock } from "../../../../test/fixtures/alert-shop.ts";
import { tally } from "../../../../test/fixtures/crowd.ts";
import { aDkimKey, verifyDkim } from "../../../../test/fixtures/dkim.ts";
import { aMailServer } from "../../../../test/fixtures/mail-server.ts";
import { aProduct, subscribeAs } from "../../../../test/fixtures/subscription-calls.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { createSmtp } from "../../../platform/messaging/mail/smtp.ts";
import { mailSender } from "../../../platform/messaging/sender.ts";

/** A shop whose alerts are sent through a real mail server. */
async function aMailShop(options: Parameters<typeof aMailServer>[0] = {}, dkim?: { pem: string }) {
  const server = await aMailServer(options);
  const smtp = createSmtp({
    url: server.url,
    from: "A shop <shop@example.com>",
    timeoutMs: 1_500,
    ...(dkim ? { dkim: { domain: "example.com", selector: "k1", key: dkim.pem } } : {}),
  });
  whenDone(async () => smtp.close());
  const shop = await anAlertShop({ handed: [], sender: mailSender(smtp), addresses: () => [] });
  return { ...shop, server, recipients: () => server.raw().flatMap(({ recipients }) => recipients) };
}
const nth = (address: string) => Number(address.slice(1, 5));

test("a hard bounce makes the subscription undeliverable, ends the others of the address, and nothing is sent there again", async () => {
  const shop = await aMailShop({
    bounce: (to) => (to.startsWith("gone") ? { code: 550, text: "5.1.1 no such user" } : undefined),
  });
  const store = await shop.aStore();
  await subscribeAs(store, "gone@example.com", [aProduct(1), aProduct(2)]);
  await subscribeAs(store, "here@example.com", [aProduct(1), aProduct(2)]);
  await stock(store, 1, 1);
  await shop.work();
  expect(shop.recipients()).toEqual(["here@example.com"]);
  const gone = async (epi: number) =>
    (await alertCall(store, "explain", { epi, medium: "email", mediumvalue: "gone@example.com" }))["because"];
  expect(await gone(1)).toBe("State: undeliverable. Reason: the server answered 550 5.1.1.");
  expect(await gone(2)).toBe("State: undeliverable. Reason: bounced: the server answered 550 5.1.1.");
  expect(await shop.ask("select reason from suppressions")).toEqual([
    { reason: "bounced: the server answered 550 5.1.1" },
  ]);

  await subscribeAs(store, "gone@example.com", [aProduct(2)]);
  await stock(store, 1, 2);
  await shop.work();
  expect(shop.recipients()).toEqual(["here@example.com", "here@example.com"]);
});

test("with a mail server that answers 5 % 451, 1 % 550, hangs after the final dot in 2 % and resets 1 %, no recipient is missed, refused addresses get nothing later, and the totals add up", async () => {
  const deferred = new Map<string, number>();
  const troubled = new Map<string, number>();
  const first = (seen: Map<string, number>, to: string) => {
    seen.set(to, (seen.get(to) ?? 0) + 1);
    return seen.get(to) === 1;
  };
  const shop = await aMailShop({
    bounce(to) {
      if (nth(to) % 100 === 50) return { code: 550, text: "5.1.1 no such user" };
      return nth(to) % 20 === 1 && first(deferred, to) ? { code: 451, text: "deferred" } : undefined;
    },
    trouble(to) {
      if (nth(to) % 50 === 7) return first(troubled, to) ? "hang" : undefined;
      return nth(to) % 100 === 13 && first(troubled, to) ? "reset" : undefined;
    },
  });
  const store = await shop.aStore();
  const line = await aLine(store, 200);
  await stock(store, 1);
  for (let time = 0; time < 3; time += 1) {
    await shop.work();
    await shop.release();
  }
  const states = await shop.ask<{ state: number }>("select state from deliveries");
  expect(tally(states.map(({ state }) => state))).toEqual({ 1: 198, 3: 2 });
  const times = tally(shop.recipients());
  expect(Object.keys(times).toSorted()).toEqual(line.filter((to) => nth(to) % 100 !== 50));
  const repeated = Object.values(times).filter((count) => count > 1).length;
  expect(repeated).toBeLessThanOrEqual(6); // 4 hung and 2 were reset: they may have been accepted, so they are repeated with the same Message-ID
  expect(await shop.ask("select from suppressions")).toHaveLength(2);
  const ids = shop.server.raw().map(({ raw }) => /^message-id: (\S+)/im.exec(raw)?.[1]);
  expect(new Set(ids).size).toBe(198);
});

test("while the mail server is down no alert uses up a try, and all are sent when it is back", async () => {
  const shop = await aMailShop();
  const store = await shop.aStore();
  const line = await aLine(store, 25);
  await stock(store, 1);
  await shop.begin();
  const unreachable = createSmtp({ url: "smtp://127.0.0.1:1", from: "shop@example.com" });
  whenDone(async () => unreachable.close());
  const { senders } = shop.deps;
  Object.assign(shop.deps, { senders: { email: mailSender(unreachable) } });
  for (let time = 0; time < 8; time += 1) {
    await shop.deliver();
    await shop.release();
  }
  expect(await shop.ask("select tries from chunks")).toEqual([{ tries: 0 }]);
  Object.assign(shop.deps, { senders });
  await shop.work();
  expect(shop.recipients().toSorted()).toEqual(line);
});

test("every alert carries both one-click unsubscribe headers under a valid DKIM signature", async () => {
  const key = aDkimKey();
  const shop = await aMailShop({}, key);
  const store = await shop.aStore();
  await aLine(store, 30);
  await stock(store, 1);
  await shop.work();
  const mails = await shop.server.received();
  expect(mails).toHaveLength(30);
  for (const { mail } of mails) {
    const header = (name: string) => mail.headers.find((one) => one.key === name)?.value;
    expect(header("list-unsubscribe")).toMatch(/^<https?:\/\/[^>]+>$/);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  }
  for (const { raw } of shop.server.raw())
    expect(verifyDkim(raw, key.publicKey)).toEqual(
      expect.arrayContaining(["from", "list-unsubscribe", "list-unsubscribe-post"]),
    );
});
