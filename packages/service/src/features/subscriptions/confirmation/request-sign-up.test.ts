import { expect, test } from "vitest";
import { atOnce, tally } from "../../../../test/fixtures/crowd.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import {
  aProduct,
  confirmationsOf,
  requestRows,
  subscribeAs,
  subscriptionsOf,
} from "../../../../test/fixtures/subscription-calls.ts";

const service = aService({ env: { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" } });
const products = Array.from({ length: 40 }, (_, n) => aProduct(n + 1));
const topics = (count: number) => ({ topics: JSON.stringify(Array.from({ length: count }, (_, n) => `topic ${n}`)) });

test("a shopper has at most 1,000 sign-ups that are not confirmed, even with parallel calls", async () => {
  const store = await aStore(service, { scopes: ["admin"], settings: { alerts: { doubleOptIn: true } } });
  const shopper = subscriptionsOf(store, await store.aGuest());
  const answers = await atOnce(6, () => shopper.create(anEmail(), products, topics(10)));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 2, 400: 4 });
  const [refused] = answers.filter(({ status }) => status === 400);
  expect(refused?.body).toMatchObject({ type: "limit-reached", msg: expect.stringContaining("at most 1000 sign-ups") });
  // A refused call stored and sent nothing.
  expect([await requestRows(store), await confirmationsOf(store)].map(({ length }) => length)).toEqual([800, 2]);

  const email = anEmail();
  good(await shopper.create(email, products, topics(5)));
  good(await shopper.create(email, products, topics(5))); // the same again is nothing new
  expect((await shopper.create(email, [aProduct(1)])).status).toBe(400);
  expect(await requestRows(store)).toHaveLength(1_000);

  // Others are not affected: neither another shopper, nor the shop's server.
  good(await subscriptionsOf(store, await store.aGuest()).create(email));
  good(await subscribeAs(store, email));

  good(await shopper.remove({ epi: "1" }));
  good(await shopper.create(email, [aProduct(1)]));
  await look("update sign_up_requests set confirmed_at = now() where store_id = $1", [store.id]);
  good(await shopper.create(anEmail(), products, topics(25)));
});
