import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aMigratedDatabase } from "../../../../test/fixtures/migrated-database.ts";
import { anEmail, aService, aStore, aUuid } from "../../../../test/fixtures/service.ts";
import { good } from "../../../../test/fixtures/shopper-lists.ts";
import { subscriptionsOf } from "../../../../test/fixtures/subscription-calls.ts";
import { createPruneRequests, pruneConfirmations } from "./prune-confirmations.ts";

const service = aService();

test("counts of confirmation mails are deleted when the newest is older than two days", async () => {
  const [old, recent] = [aUuid(), aUuid()];
  await look(
    `insert into confirmations (address_hash, sent) values
      ($1, array[now() - interval '9 days', now() - interval '49 hours']), ($2, array[now() - interval '9 days', now()])`,
    [old, recent],
  );
  await pruneConfirmations(service.deps.db);
  expect(
    await look("select address_hash as hash from confirmations where address_hash = any($1)", [[old, recent]]),
  ).toEqual([{ hash: recent }]);
});

test("sign-ups that were not confirmed in time are deleted until none is left, and no other", async () => {
  const url = await aMigratedDatabase(); // because it deletes those of all stores
  const { deps, ...rest } = aService({ env: { DATABASE_URL: url, KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1" } });
  const store = await aStore({ deps, ...rest });
  good(await subscriptionsOf(store, await store.aGuest()).create(anEmail()));
  await look(
    `insert into sign_up_requests (id, batch_id, requested_at, variant_id, address_hash, store_id, medium, value, topic, source, consent_text)
      select new_id(store_id), batch_id, now() - interval '97 hours', variant_id, address_hash, store_id, medium, value, 'topic ' || n, source, ''
      from sign_up_requests, generate_series(1, 12000) as n`,
    [],
    url,
  );
  const pruneRequests = createPruneRequests(deps.stores);
  while ((await pruneRequests(deps.db)) > 0);
  expect(await look("select topic from sign_up_requests", [], url)).toEqual([{ topic: "backinstock" }]);
});
