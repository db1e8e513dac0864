import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { aClock } from "../test/fixtures/clock.ts";
import { natsUrl } from "../test/fixtures/nats-url.ts";
import { aService, aStore, asStore, aUuid } from "../test/fixtures/service.ts";
import { whenDone } from "../test/fixtures/when-done.ts";
import { revokeKey } from "./features/stores/keys/revoke-key.ts";
import { forgetOnChange, startWorker } from "./worker.ts";

const env = { NATS_URL: natsUrl, KEEPSAKE_POLL_MS: "50" };

test("a process with NATS refuses a revoked key before its cache expires; one without NATS does not", async () => {
  // The clocks stand still, so the caches never expire by themselves.
  const withNats = aService({ env, clock: aClock().clock });
  const withoutNats = aService({ clock: aClock().clock });
  forgetOnChange(withNats.deps);
  const worker = startWorker(aService({ env }).deps);
  whenDone(() => worker.stop());

  const store = await aStore(withNats);
  const withoutNatsStore = asStore(withoutNats, store);
  const statusAt = async (client: typeof store) =>
    (await client.generateRegid({ uuid: aUuid() }, { from: `192.0.2.${1 + (store.id % 250)}` })).status;
  expect([await statusAt(store), await statusAt(withoutNatsStore)]).toEqual([200, 200]);

  await withNats.deps.db.asOperator((tx) => revokeKey(tx, { storeId: store.id, id: store.keyId }));
  expect(await waitFor(async () => (await statusAt(store)) === 401, 60_000)).toBe(true);
  expect(await statusAt(withoutNatsStore)).toBe(200);
});

test("a process with NATS refuses the ended sessions of a store before its cache expires", async () => {
  const withNats = aService({ env, clock: aClock().clock });
  forgetOnChange(withNats.deps);
  const worker = startWorker(aService({ env }).deps);
  whenDone(() => worker.stop());
  const store = await aStore(withNats);
  const account = await store.anAccount();

  await store.revokeSessions({ all: "1" });
  const isRefused = () =>
    store.identify(account).then(
      () => false,
      () => true,
    );
  expect(await waitFor(isRefused, 60_000)).toBe(true);
});
