import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { aClock } from "../../../test/fixtures/clock.ts";
import { anEmail, aService, aStore, type Service, type TestStore } from "../../../test/fixtures/service.ts";
import { good, listsOf } from "../../../test/fixtures/shopper-lists.ts";
import { subscriptionsOf } from "../../../test/fixtures/subscription-calls.ts";

const BITS = 8;
const WITH_MAIL = { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", KEEPSAKE_MAIL_FROM: "shop@example.com" };

async function aGuardedStore(service: Service, proofOfWorkBits = BITS) {
  const store = await aStore(service);
  await store.set({ sessions: { proofOfWorkBits } });
  service.deps.stores.clear();
  return store;
}

const zeroBits = (text: string) => Math.clz32(hash("sha256", text, "buffer").readUInt32BE(0));
const find = (challenge: string, isWanted: (bits: number) => boolean) => {
  let number = 0;
  while (!isWanted(zeroBits(`${challenge}.${number}`))) number += 1;
  return `${challenge}.${number}`;
};
const challengeOf = async (store: TestStore) =>
  good(await store.browser("/api/v3/provider/challenge")) as { challenge: string; bits: number };
const proofFor = async (store: TestStore) => {
  const { challenge, bits } = await challengeOf(store);
  return find(challenge, (found) => found >= bits);
};
const withProof = (proof: string) => ({ headers: { "keepsake-proof": proof } });
const REFUSED = { status: 403, body: { type: "proof-required" } };

test("a store that does not ask for proofs serves browsers without one", async () => {
  const store = await aStore(aService());
  expect((await challengeOf(store)).bits).toBe(0);
  expect((await store.register()).status).toBe(200);
});

test("a guest is registered with a proof of exactly the asked bits, once", async () => {
  const store = await aGuardedStore(aService());
  expect(await store.register()).toMatchObject(REFUSED);
  const { challenge, bits } = await challengeOf(store);
  expect(bits).toBe(BITS);
  const tooFew = find(challenge, (found) => found === BITS - 1);
  expect(await store.register({}, withProof(tooFew))).toMatchObject(REFUSED);
  const enough = find(challenge, (found) => found === BITS);
  expect((await store.register({}, withProof(enough))).status).toBe(200);
  expect(await store.register({}, withProof(enough))).toMatchObject(REFUSED);
  const another = find(challenge, (found) => found > BITS);
  expect(await store.register({}, withProof(another))).toMatchObject(REFUSED);
});

test("an expired, foreign, changed or weaker proof is refused", async () => {
  const time = aClock();
  const service = aService({ clock: time.clock });
  const [store, other] = [await aGuardedStore(service), await aGuardedStore(service)];
  const proof = await proofFor(store);
  const [expires = "", , random, signature] = proof.split(".");
  const forged = [`${Number(expires) + 600}.${BITS}.${random}.${signature}`, `${expires}.1.${random}.${signature}`];
  for (const sent of [
    await proofFor(other),
    ...forged.map((challenge) => find(challenge, (bits) => bits >= BITS)),
    "x",
    "",
    `${proof}.1`,
  ])
    expect(await store.register({}, withProof(sent))).toMatchObject(REFUSED);

  await store.set({ sessions: { proofOfWorkBits: BITS + 1 } });
  service.deps.stores.clear();
  expect(await store.register({}, withProof(proof))).toMatchObject(REFUSED);
  const fresh = await proofFor(store);
  time.forward(601_000);
  expect(await store.register({}, withProof(fresh))).toMatchObject(REFUSED);
});

test("sign-ups of foreign addresses and list mails need a proof; own addresses, logins and the shop's server do not", async () => {
  const service = aService({ env: WITH_MAIL });
  const store = await aGuardedStore(service);
  const account = await store.anAccount();
  const { create } = subscriptionsOf(store, account);
  expect(await create(anEmail())).toMatchObject(REFUSED);
  expect((await create(anEmail(), undefined, {}, withProof(await proofFor(store)))).status).toBe(200);
  expect((await create(account.useremail)).status).toBe(200);

  const lists = listsOf(store, account);
  const mail = { lid: await lists.create(), fromname: "Ada", toemail: anEmail(), note: "" };
  expect(await lists.post("emailList", mail)).toMatchObject(REFUSED);
  const key = { "idempotency-key": "mail-1" };
  const send = async () =>
    lists.post("emailList", mail, { headers: { ...key, "keepsake-proof": await proofFor(store) } });
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(200); // the same call again, with a new proof
});

test("turning the check on keeps the other settings of its group", async () => {
  const store = await aStore(aService());
  await store.set({ sessions: { idleDays: 7 } });
  expect(await store.set({ sessions: { proofOfWorkBits: 4 } })).toMatchObject({
    sessions: { idleDays: 7, proofOfWorkBits: 4 },
  });
});
