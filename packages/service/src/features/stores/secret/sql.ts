import type { KeyPurpose } from "../../../platform/crypto/keyring.ts";
import { HEADER_BYTES } from "../../../platform/crypto/seal.ts";
import type { Runner, Statement, SystemTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";

type KeyRow = { purpose: KeyPurpose; sealedKey: Buffer };

const KEYS: Statement = {
  name: "installation-keys",
  text: `select purpose, sealed_key as "sealedKey" from installation_keys order by purpose`,
};

export const findKeyRows = (runner: Runner) => runner.run<KeyRow>(KEYS, []);

export const lockKeyRows = (tx: SystemTx) => tx<KeyRow>`
  select purpose, sealed_key as "sealedKey" from installation_keys order by purpose for update`;

export const insertKey = (tx: SystemTx, { purpose, sealedKey }: KeyRow) => tx`
  insert into installation_keys (purpose, sealed_key) values (${purpose}, ${sealedKey}) on conflict (purpose) do nothing`;

export const updateKey = (tx: SystemTx, { purpose, sealedKey }: KeyRow) => tx`
  update installation_keys set sealed_key = ${sealedKey} where purpose = ${purpose}`;

type SecretRow = { id: StoreId; sealedSecret: Buffer };

/** Calls that insert rows of these stores do not wait for the lock. */
export const lockSecrets = (tx: SystemTx, { after, limit }: { after: number; limit: number }) => tx<SecretRow>`
  select id, sealed_secret as "sealedSecret" from stores where id > ${after}
  order by id limit ${limit} for no key update`;

export const updateSecret = (tx: SystemTx, { id, sealedSecret }: SecretRow) => tx`
  update stores set sealed_secret = ${sealedSecret} where id = ${id}`;

const SEALED_OTHERWISE: Statement = {
  name: "stores-sealed-otherwise",
  text: `select count(*)::int as count from stores
    where substring(sealed_secret from 1 for 3) = 'ks2'::bytea
      and encode(substring(sealed_secret from 1 for ${HEADER_BYTES}), 'hex') <> all($1::text[])`,
};

/** How many stores are sealed with none of these headers. The values of 0.1 have no header and are not counted. */
export async function countSealedOtherwise(runner: Runner, headers: readonly Buffer[]) {
  const values = [headers.map((header) => header.toString("hex"))];
  const [row] = await runner.run<{ count: number }>(SEALED_OTHERWISE, values);
  return row?.count ?? 0;
}
