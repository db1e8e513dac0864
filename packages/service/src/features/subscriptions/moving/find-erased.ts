import type { StoreTx } from "../../../platform/db/db.ts";
import type { Address, HashAddress } from "../address.ts";
import { findSuppressions } from "./sql.ts";

/** Whether the person of the address was erased after a row of this time. One who signed up after it has come back. */
export type WasErased = (address: Address, at: string | null) => boolean;

/** Looks up which of these addresses belong to people who were erased. */
export async function findErased(
  tx: StoreTx,
  hashAddress: HashAddress,
  addresses: readonly Address[],
): Promise<WasErased> {
  if (addresses.length === 0) return () => false;
  const hashes = new Map(addresses.map((address) => [keyOf(address), hashAddress(address, tx.storeId)]));
  const suppressions = await findByHash(tx, [...hashes.values()]);
  return (address, at) => wasErasedSince(suppressions.get(hashes.get(keyOf(address)) ?? ""), at);
}

const keyOf = ({ medium, value }: Address) => `${medium} ${value}`;

type Suppression = Awaited<ReturnType<typeof findSuppressions>>[number];

export const findByHash = async (tx: StoreTx, hashes: readonly string[]): Promise<ReadonlyMap<string, Suppression>> =>
  new Map((await findSuppressions(tx, hashes)).map((one) => [one.addressHash, one]));

export const wasErasedSince = (suppression: Suppression | undefined, at: string | null) =>
  suppression !== undefined && suppression.erasedAt !== null && !(at !== null && Date.parse(at) > suppression.erasedAt);
