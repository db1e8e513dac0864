import { expect, test } from "vitest";
import { waitFor } from "../../../engines/wait-for.ts";
import { aClock } from "../test/fixtures/clock.ts";
import { natsUrl } from "../test/fixtures/nats-url.ts";
import { aService, aStore, asStore, aUuid } from "../test/fixtures/service.ts";
import { whenDone } from "../test/fixtures/when-done.ts";
import { revokeKey } from "./features/stores/keys/revoke-key.ts";
import { forgetOnChange, startWorker } from "./worker.ts";

const env = { NATS_URL: natsUrl, KEEPSAKE_POLL_MS: "50" };

test("a revocation reaches every process by notification, before its cache expires", async () => {
  // The clock stands still: without the bell the process would remember for ever.
  const remembering = aService({ env, clock: aClock().clock });
  const deaf = aService({ clock: aClock().clock });
  forgetOnChange(remembering.parts);
  const worker = startWorker(aService({ env }).parts);
  whenDone(() => worker.stop());

  const store = await aStore(remembering);
  const atTheDeaf = asStore(deaf, store);
  const statusAt = async (client: typeof store) =>
    (await client.generateRegid({ uuid: aUuid() }, { from: `192.0.2.${1 + (store.id % 250)}` })).status;
  expect([await statusAt(store), await statusAt(atTheDeaf)]).toEqual([200, 200]);

  await remembering.parts.db.asOperator((tx) => revokeKey(tx, { storeId: store.id, id: store.keyId }));
  expect(await waitFor(async () => (await statusAt(store)) === 401, 20_000)).toBe(true);
  expect(await statusAt(atTheDeaf)).toBe(200);
});

test("revoking all sessions of a store reaches every process by notification", async () => {
  const remembering = aService({ env, clock: aClock().clock });
  forgetOnChange(remembering.parts);
  const worker = startWorker(aService({ env }).parts);
  whenDone(() => worker.stop());
  const store = await aStore(remembering);
  const account = await store.anAccount();

  await store.revokeSessions({ all: "1" });
  const isRefused = () =>
    store.identify(account).then(
      () => false,
      () => true,
    );
  expect(await waitFor(isRefused, 20_000)).toBe(true);
});
