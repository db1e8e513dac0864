import { coalesce, type Outcome } from "../../platform/db/coalesce.ts";
import type { HotDb, Runner } from "../../platform/db/db.ts";
import { unavailable } from "../../platform/errors.ts";
import type { StoreId } from "../../platform/ids.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { FoundShopper, NewAccount, SoughtShopper } from "./found-shopper.ts";
import { findOrCreateAccounts, findShoppers, touchSession } from "./sql.ts";

/** The lookups that nearly every call needs. Calls that arrive together share one statement. */
export type ShopperFinder = {
  find(key: SoughtShopper): Promise<FoundShopper | undefined>;
  findOrCreateAccount(account: NewAccount): Promise<FoundShopper>;
  /** Records that a session is in use. */
  touchSession(key: { storeId: StoreId; sessionId: string; now: number }): Promise<void>;
};

const BATCH_MAX = 128;
const IN_FLIGHT = 2;
const TRIES = 3;

export function createShopperFinder(hot: HotDb, metrics: Metrics): ShopperFinder {
  const options = (verb: string) => ({
    inFlight: IN_FLIGHT,
    max: BATCH_MAX,
    onBatch: (size: number) => metrics.batches.observe({ verb }, size),
  });
  return {
    find: coalesce(
      async (keys) => (await findShoppers(hot, keys)).map((value) => ({ value })),
      options("find-shopper"),
    ),
    findOrCreateAccount: coalesce((accounts) => findOrCreateMany(hot, accounts), options("register-account")),
    touchSession: async ({ storeId, sessionId, now }) => void (await touchSession(hot, storeId, sessionId, now)),
  };
}

/** Like `ShopperFinder.findOrCreateAccount`, inside a transaction. */
export async function findOrCreateAccountIn(runner: Runner, account: NewAccount): Promise<FoundShopper> {
  const [outcome] = await findOrCreateMany(runner, [account]);
  if (!outcome || "error" in outcome) throw outcome?.error ?? unavailable("The database");
  return outcome.value;
}

async function findOrCreateMany(runner: Runner, accounts: readonly NewAccount[]): Promise<Outcome<FoundShopper>[]> {
  // One batch may contain several first calls of one shopper; the statement needs each account once.
  const distinct: NewAccount[] = [];
  const placeOf = new Map<string, number>();
  const places = accounts.map((account) => {
    const key = `${account.storeId}:${account.regid}`;
    const place = placeOf.get(key) ?? distinct.push(account) - 1;
    placeOf.set(key, place);
    return place;
  });
  const found = await findOrCreateAccounts(runner, distinct);
  for (let tries = 1; tries < TRIES && found.includes(undefined); tries += 1) {
    const missing = [...distinct.keys()].filter((place) => !found[place]);
    const retried = await findOrCreateAccounts(
      runner,
      missing.map((place) => distinct[place] as NewAccount),
    );
    missing.forEach((place, index) => {
      found[place] = retried[index];
    });
  }
  return places.map((place) => {
    const value = found[place];
    return value ? { value } : { error: unavailable("The database") };
  });
}
