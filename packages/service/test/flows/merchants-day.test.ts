import { expect, test } from "vitest";
import { waitFor } from "../../../../engines/wait-for.ts";
import { startWorker } from "../../src/worker.ts";
import { aMailServer } from "../fixtures/mail-server.ts";
import { aMigratedDatabase } from "../fixtures/migrated-database.ts";
import { differencesOf } from "../fixtures/openapi-document.ts";
import { runClient } from "../fixtures/run-client.ts";
import { aService, aStore } from "../fixtures/service.ts";
import { whenDone } from "../fixtures/when-done.ts";

/** What a merchant's own tools do on one day, written with nothing but the generated types and docs/events.md. */
const DAY = `
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import createClient from "openapi-fetch";
import { Webhook } from "standardwebhooks";
import type { paths } from "./schema.ts";

const [baseUrl = "", pid = "", key = ""] = process.argv.slice(2);
const authorization = "Basic " + Buffer.from(pid + ":" + key).toString("base64");
const client = createClient<paths>({ baseUrl, headers: { authorization } });

const answers: { method: string; path: string; body: unknown }[] = [];
client.use({
  async onResponse({ request, response, schemaPath }) {
    const isJson = response.headers.get("content-type")?.includes("json");
    if (response.ok && isJson) answers.push({ method: request.method, path: schemaPath, body: await response.clone().json() });
  },
});

function the<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw new Error(response.url + " " + JSON.stringify(error));
  return data;
}
async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await ask();
    if (found !== undefined) return found;
    await pause(100);
  }
  throw new Error("It did not happen: " + what);
}
const today = new Date().toISOString().slice(0, 10);

// The shop's own program, which hears of events.
const heard: { type: string; number: number }[] = [];
let secret = "";
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    heard.push(new Webhook(secret).verify(Buffer.concat(chunks).toString(), headers) as { type: string; number: number });
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const hookUrl = "http://127.0.0.1:" + (receiver.address() as AddressInfo).port + "/keepsake";

// Morning: settings, a key for the shop's server, the catalogue, the message, the webhook.
const settings = await client.GET("/storeadmin/v3/settings");
const etag = settings.response.headers.get("etag") ?? "";
const change = (body: { alerts: { audience: "per-unit"; perUnit: number; waitSeconds: number } }) =>
  client.POST("/storeadmin/v3/settings/update", { headers: { "if-match": etag }, body });
const policy = { alerts: { audience: "per-unit" as const, perUnit: 1, waitSeconds: 0 } };
the(await change(policy));
const lost = await change(policy);

const shopKey = the(
  await client.POST("/storeadmin/v3/keys/create", { body: { name: "shop server", scopes: ["subscriptions", "catalog", "orders"] } }),
);
const shop = { authorization: "Basic " + Buffer.from(pid + ":" + shopKey.key).toString("base64") };
const product = { epi: 501, empi: 50, dt: "Waxed jacket", vi: "M", pr: 180, currency: "EUR", du: "https://shop.example/jacket" };
the(await client.POST("/storeadmin/v3/catalog/upsert", { headers: shop, body: { variants: [product] } }));
const setStock = async (quantity: number) =>
  the(
    await client.POST("/storeadmin/v3/inventory/set", {
      headers: shop,
      body: { levels: [{ epi: 501, quantity, occurredAt: new Date().toISOString() }] },
    }),
  );
await setStock(0);
const topics = the(await client.GET("/storeadmin/v3/topics"));
const message = the(await client.POST("/storeadmin/v3/alerts/template/fetch", { body: { topic: "backinstock" } }));
const hook = the(
  await client.POST("/storeadmin/v3/webhooks/create", { body: { url: hookUrl, events: ["alert.sent", "alert.clicked", "alert.bought"] } }),
);
secret = hook.secret;
the(await client.POST("/storeadmin/v3/webhooks/send-example", { body: { endpoint: hook.endpoint } }));

const senders = the(await client.GET("/storeadmin/v3/senders"));
const test = the(await client.POST("/storeadmin/v3/senders/send-test", { body: { to: "owner@example.com" } }));

// Shoppers sign up all morning.
for (const name of ["ann", "ben", "cleo", "dan"]) {
  const products = [{ epi: 501, empi: 50, du: product.du }];
  const body = { medium: "email", mediumvalue: name + "@example.com", products, topics: ["backinstock"] };
  the(await client.POST("/storeadmin/bispa/subscriptions/create", { headers: shop, body }));
}

// Noon: who wants what, and what two jackets would do.
const [wanted] = await until("the line is counted", async () => {
  const { items } = the(await client.GET("/storeadmin/v3/demand", { params: { query: { sort: "people" } } }));
  return items[0] && items[0].people === 4 ? items : undefined;
});
const variant = the(await client.GET("/storeadmin/v3/demand/variant", { params: { query: { epi: "501" } } }));
const line = the(await client.GET("/storeadmin/v3/lines", { params: { query: { epi: "501", limit: 2 } } }));
const rest = the(await client.GET("/storeadmin/v3/lines", { params: { query: { epi: "501", limit: 2, cursor: line.next ?? "" } } }));
const dan = rest.items.at(-1)?.person ?? "";
the(await client.POST("/storeadmin/v3/people/reveal", { body: { person: dan } }));
the(await client.POST("/storeadmin/v3/people/unsubscribe", { body: { person: dan } }));
const rehearsal = the(await client.POST("/storeadmin/v3/alerts/rehearse", { body: { epi: 501, units: 2 } }));
const advice = the(await client.GET("/storeadmin/v3/demand/advice", { params: { query: { epi: "501" } } }));

// Afternoon: two jackets arrive. The worker notifies Ann and Ben, and Ann follows the link.
await setStock(2);
const plan = await until("the alerts are sent", async () => {
  const { items } = the(await client.GET("/storeadmin/v3/plans", { params: { query: { epi: "501" } } }));
  return items.find((one) => one.notified === 2);
});
const recipients = the(await client.GET("/storeadmin/v3/plans/recipients", { params: { query: { plan: plan.plan } } }));
const clicked = await until("Ann followed the link", async () => {
  const { items } = the(await client.GET("/storeadmin/v3/results", { params: { query: { from: today } } }));
  return items.find((one) => one.clicked >= 1);
});
const order = {
  id: "A-1001",
  currency: "EUR",
  email: "ann@example.com",
  occurredAt: new Date().toISOString(),
  lines: [{ epi: 501, quantity: 1, price: "180.00" }],
};
const reported = the(await client.POST("/storeadmin/v3/orders/report", { headers: shop, body: { orders: [order] } }));
const again = the(await client.POST("/storeadmin/v3/orders/report", { headers: shop, body: { orders: [order] } }));

// Evening: results, the report as CSV, a colleague, and a person who asks to be forgotten.
const revenue = await until("the revenue is counted", async () => {
  const { items } = the(await client.GET("/storeadmin/v3/results/variants", { params: { query: { from: today } } }));
  return items[0]?.revenue[0];
});
const summary = the(await client.GET("/storeadmin/v3/insights/summary", { params: { query: { from: today } } }));
const csv = await client.GET("/storeadmin/v3/results", { params: { query: { from: today } }, headers: { accept: "text/csv" }, parseAs: "text" });
const replay = the(await client.POST("/storeadmin/v3/alerts/replay", { body: { policy: { audience: "all" }, epi: 501 } }));
const why = the(
  await client.POST("/storeadmin/v3/alerts/explain", { body: { epi: 501, medium: "email", mediumvalue: "cleo@example.com" } }),
);
for (const [email, role] of [["owner@example.com", "owner"], ["colleague@example.com", "viewer"]] as const)
  the(await client.POST("/storeadmin/v3/members/invite", { body: { email, role } }));
const members = the(await client.GET("/storeadmin/v3/members"));
const found = the(await client.GET("/storeadmin/v3/people", { params: { query: { address: "ben@example.com" } } }));
const ben = the(await client.GET("/storeadmin/v3/people/one", { params: { query: { person: found.items[0]?.person ?? "" } } }));
the(await client.POST("/storeadmin/v3/people/export", { body: { email: "ben@example.com" } }));
const erased = the(await client.POST("/storeadmin/v3/people/erase", { body: { email: "ben@example.com", confirm: "erase" } }));
const nobody = the(await client.GET("/storeadmin/v3/people", { params: { query: { address: "ben@example.com" } } }));
the(await client.POST("/storeadmin/v3/keys/revoke", { body: { id: shopKey.id } }));
const keys = the(await client.GET("/storeadmin/v3/keys"));
await until("the shop's program heard of the purchase", async () => heard.find(({ type }) => type === "alert.bought"));
const deliveries = the(await client.GET("/storeadmin/v3/webhooks/deliveries", { params: { query: { endpoint: hook.endpoint } } }));
const audit = the(await client.GET("/storeadmin/v3/audit", { params: { query: { limit: 100 } } }));
receiver.close();

console.log(
  JSON.stringify({
    answers,
    day: {
      lost: [lost.response.status, lost.error?.type],
      topics: topics.topics.some((one) => one.name === "backinstock"),
      message: message.subject.length > 0,
      senders: [senders.email.provider, test.sent],
      advice: [advice.units, advice.because],
      replay: replay.restocks.length,
      wanted: [wanted?.epi, wanted?.people],
      variant: variant.variant.dt,
      line: [...line.items, ...rest.items].map(({ number, address }) => [number, address]),
      rehearsal: [rehearsal.waiting, rehearsal.told],
      recipients: recipients.items.map(({ address }) => address).sort(),
      clicked: clicked.clicked,
      because: reported.orders[0]?.lines[0]?.because,
      again: again.orders[0]?.state,
      revenue,
      summary: summary.waiting.length > 0,
      csv: (csv.data as string | undefined)?.split("\\r\\n")[0],
      why: why.because,
      members: members.members.map(({ email }) => email),
      ben: ben.timeline.length > 0,
      erased: erased.state,
      nobody: nobody.items.length,
      revoked: keys.keys.find(({ id }) => id === shopKey.id)?.revokedAt !== null,
      heard: [...new Set(heard.map(({ type }) => type))].sort(),
      deliveries: deliveries.items.length > 0,
      audit: audit.items.length,
    },
  }),
);
`;

type Result = {
  readonly answers: readonly { readonly method: string; readonly path: string; readonly body: unknown }[];
  readonly day: Readonly<Record<string, unknown>>;
};

test("a generated client runs a merchant's whole day, and every answer is as openapi.json describes it", async () => {
  const mails = await aMailServer();
  const service = aService({
    env: {
      DATABASE_URL: await aMigratedDatabase(),
      KEEPSAKE_SMTP_URL: mails.url,
      KEEPSAKE_ALLOW_LOOPBACK: "on",
    },
  });
  const worker = startWorker(service.deps);
  whenDone(() => worker.stop());
  const store = await aStore(service, { scopes: ["admin"] });
  const base = await service.http.listen({ port: 0, host: "127.0.0.1" });

  const day = runClient(DAY, [base, store.pid, store.key]) as Promise<Result>;
  const annFollowsTheLink = async () => {
    const mail = (await mails.received()).find(({ recipients }) => recipients.includes("ann@example.com"));
    const link = /(\/alerts\/go\?token=\S+)/.exec(mail?.mail.text ?? "")?.[1];
    if (link) await fetch(`${base}${link}`, { redirect: "manual" });
    return link !== undefined;
  };
  const [{ answers, day: seen }] = await Promise.all([day, waitFor(annFollowsTheLink, 90_000)]);

  expect(seen).toEqual({
    lost: [412, "changed-meanwhile"],
    topics: true,
    message: true,
    senders: ["default", true],
    advice: [null, expect.stringMatching(/^Not enough history yet/)],
    replay: 1,
    wanted: ["501", 4],
    variant: "Waxed jacket",
    line: ["ann", "ben", "cleo", "dan"].map((name, index) => [index + 1, `${name}@example.com`]),
    rehearsal: [3, 2],
    recipients: ["ann@example.com", "ben@example.com"],
    clicked: 1,
    because: "click",
    again: "unchanged",
    revenue: { currency: "EUR", amount: "180" },
    summary: true,
    csv: expect.stringMatching(/^day,topic,notified,clicked/),
    why: expect.stringContaining("The shopper is first in line"),
    members: ["colleague@example.com", "owner@example.com"],
    ben: true,
    erased: "erased",
    nobody: 0,
    revoked: true,
    heard: ["alert.bought", "alert.clicked", "alert.sent"],
    deliveries: true,
    audit: expect.any(Number),
  });
  for (const { method, path, body } of answers)
    expect(differencesOf(method, path, body), `for ${method} ${path}`).toEqual([]);
  expect(new Set(answers.map(({ path }) => path)).size).toBeGreaterThanOrEqual(28);
}, 180_000);
