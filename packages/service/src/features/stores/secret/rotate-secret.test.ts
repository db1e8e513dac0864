import { createCipheriv, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aMigratedDatabase } from "../../../../test/fixtures/migrated-database.ts";
import { anEmail, aStore, asStore, aUuid, type Service, testConfig } from "../../../../test/fixtures/service.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { createApi, createDeps, type Deps, openDeps } from "../../../app.ts";
import { deriveKeyring } from "../../../platform/crypto/keyring.ts";
import { createSeal, deriveKey, hasHeader } from "../../../platform/crypto/seal.ts";
import { createLog } from "../../../platform/log.ts";
import { prepareDatabase } from "../../../prepare-database.ts";
import { EMAIL } from "../../subscriptions/address.ts";
import { suppress } from "../../subscriptions/suppression/suppress.ts";
import { rotateSecret } from "./rotate-secret.ts";

const OLD = `old-${"a".repeat(40)}`;
const NEW = `new-${"b".repeat(40)}`;

/** An empty database without keys, as a first `keepsake migrate` finds it. */
async function anInstallation() {
  const url = await aMigratedDatabase();
  await look("delete from installation_keys", [], url);
  const configOf = (...secrets: string[]) => testConfig({ DATABASE_URL: url, KEEPSAKE_SECRET: secrets.join(",") });
  return {
    prepare: (...secrets: string[]) =>
      prepareDatabase({ ...configOf(...secrets), databaseUrl: url }, createLog("silent")),
    async start(...secrets: string[]) {
      return serve(await openDeps(configOf(...secrets)));
    },
    /** A service whose keys are derived from its secret and stored nowhere, as those of 0.1. */
    startAsBefore: (secret: string) => serve(createDeps(configOf(secret), deriveKeyring(secret))),
    async rotate(...secrets: [string, ...string[]]) {
      const deps = await openDeps(configOf(...secrets));
      try {
        return await rotateSecret(deps, secrets);
      } finally {
        await deps.close();
      }
    },
    look: <Row extends object>(text: string, values: unknown[] = []) => look<Row>(text, values, url),
  };
}

function serve(deps: Deps): Service {
  const http = createApi(deps);
  whenDone(async () => {
    await http.close();
    await deps.close();
  });
  return { deps, http };
}

/** The format of 0.1: no header, no context. */
function sealAsBefore(secret: string, plain: Buffer) {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(secret, "seal"), nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

test("after a rotation, what was made with the old secret works without it", async () => {
  const installation = await anInstallation();
  await installation.prepare(OLD);
  const before = await installation.start(OLD);
  const store = await aStore(before, { scopes: ["identity"] });
  const guest = await store.aGuest();
  const { regid } = await store.identify(guest);
  const email = anEmail();
  const address = { medium: EMAIL, value: email } as const;
  await store.inStore((tx) => suppress(tx, before.deps.hashAddress(address, store.id), { reason: "550" }));
  const contact = { storeId: store.id, contactId: "77" as never };
  const token = before.deps.links.tokenFor(contact);
  const hook = before.deps.hooks.urlOf("mail", await store.record());
  const keyed = { headers: { "idempotency-key": "k" } };
  const params = { uuid: aUuid() };
  const first = await store.generateRegid(params, keyed);

  await expect(installation.start(NEW)).rejects.toThrow("KEEPSAKE_SECRET=new,old, run `keepsake secret rotate`");
  expect(await installation.rotate(NEW, OLD)).toEqual({ resealed: 7, left: 0 });
  expect(await installation.rotate(NEW, OLD)).toEqual({ resealed: 0, left: 0 });
  await expect(installation.start(OLD)).rejects.toThrow("KEEPSAKE_SECRET");

  const after = await installation.start(NEW);
  const again = asStore(after, store);
  expect((await again.identify(guest)).regid).toBe(regid);
  expect((await again.generateRegid({ uuid: aUuid() })).status).toBe(200);
  expect((await again.generateRegid(params, keyed)).text).toBe(first.text);
  expect(after.deps.hashAddress(address, store.id)).toBe(before.deps.hashAddress(address, store.id));
  expect(after.deps.links.readContact(token)).toMatchObject(contact);
  expect(after.deps.hooks.urlOf("mail", await again.record())).toBe(hook);
  const rows = await installation.look<{ sealed: Buffer }>(
    "select sealed_secret as sealed from stores union all select sealed_key from installation_keys",
  );
  expect(rows).toHaveLength(7);
  const { header } = createSeal([NEW]);
  expect(rows.filter(({ sealed }) => !hasHeader(sealed, header))).toEqual([]);
});

test("an installation of 0.1 keeps its keys, and a rotation seals its values and answers again", async () => {
  const installation = await anInstallation();
  const before = installation.startAsBefore(OLD);
  const store = await aStore(before);
  const { seal } = await store.record();
  const secret = before.deps.seal.open(
    (await installation.look<{ sealed: Buffer }>("select sealed_secret as sealed from stores"))[0]?.sealed as Buffer,
    { purpose: "store-secret", owner: store.id },
  );
  await installation.look("update stores set sealed_secret = $1", [sealAsBefore(OLD, secret)]);
  const params = { uuid: aUuid() };
  const keyed = { headers: { "idempotency-key": "k" } };
  const first = await store.generateRegid(params, keyed);
  const [answer] = await installation.look<{ body: Buffer }>("select sealed_body as body from idempotency_keys");
  const plain = seal.open(answer?.body as Buffer, { purpose: "answer", owner: store.id });
  await installation.look("update idempotency_keys set sealed_body = $1", [sealAsBefore(OLD, plain)]);

  await expect(installation.start(OLD)).rejects.toThrow("Run `keepsake migrate` first");
  await expect(installation.prepare(NEW)).rejects.toThrow("KEEPSAKE_SECRET=new,old");
  await installation.prepare(NEW, OLD);
  const upgraded = await installation.start(OLD);
  for (const purpose of ["addresses", "alert-links", "hooks", "api-keys", "sender-codes"] as const)
    expect(upgraded.deps.keys[purpose].export()).toEqual(deriveKey(OLD, purpose).export());
  expect((await asStore(upgraded, store).generateRegid(params, keyed)).text).toBe(first.text);

  expect(await installation.rotate(NEW, OLD)).toEqual({ resealed: 8, left: 0 });
  const after = await installation.start(NEW);
  expect((await asStore(after, store).generateRegid(params, keyed)).text).toBe(first.text);
});

test("while the old secret is in use, new stores are sealed with it, so that older processes can read them", async () => {
  const installation = await anInstallation();
  await installation.prepare(OLD);
  const [older, newer] = [await installation.start(OLD), await installation.start(NEW, OLD)];
  const store = await aStore(newer);
  expect((await asStore(older, store).generateRegid({ uuid: aUuid() })).status).toBe(200);
});

test("values that no listed secret opens are counted and left, and the rotation does not finish", async () => {
  const installation = await anInstallation();
  await installation.prepare(OLD);
  const service = await installation.start(OLD);
  const [one, other] = [await aStore(service), await aStore(service)];
  await installation.look("update stores set sealed_secret = $1 where id = $2", [randomBytes(90), one.id]);
  expect(await installation.rotate(NEW, OLD)).toEqual({ resealed: 1, left: 1 });
  await expect(installation.start(NEW)).rejects.toThrow("KEEPSAKE_SECRET");
  expect((await asStore(await installation.start(NEW, OLD), other).generateRegid({ uuid: aUuid() })).status).toBe(200);
});

test("the keys of a new installation are random, and each has one purpose", async () => {
  const [one, other] = [await anInstallation(), await anInstallation()];
  const values: string[] = [];
  for (const installation of [one, other]) {
    await installation.prepare(OLD);
    await installation.prepare(OLD);
    const { deps } = await installation.start(OLD);
    values.push(...Object.values(deps.keys).map((key) => key.export().toString("hex")));
  }
  expect(new Set(values).size).toBe(12);
});
