import { coalesce, type Outcome } from "../../platform/db/coalesce.ts";
import type { HotDb, Runner } from "../../platform/db/db.ts";
import { unavailable } from "../../platform/errors.ts";
import type { Metrics } from "../../platform/metrics.ts";
import { type FoundShopper, findOrCreateAccounts, findShoppers, type NewAccount, type ShopperKey } from "./sql.ts";

/** Look-ups that carry the traffic: callers that arrive together share one statement. */
export type ShopperFinder = {
  find(sought: ShopperKey): Promise<FoundShopper | undefined>;
  findOrCreateAccount(account: NewAccount): Promise<FoundShopper>;
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
      async (sought) => (await findShoppers(hot, sought)).map((value) => ({ value })),
      options("find-shopper"),
    ),
    findOrCreateAccount: coalesce((accounts) => findOrMakeMany(hot, accounts), options("register-account")),
  };
}

/** The same within a transaction, for a keyed request. */
export async function findOrCreateAccountIn(runner: Runner, account: NewAccount): Promise<FoundShopper> {
  const [outcome] = await findOrMakeMany(runner, [account]);
  if (!outcome || "error" in outcome) throw outcome?.error ?? unavailable("The database");
  return outcome.value;
}

async function findOrMakeMany(runner: Runner, accounts: readonly NewAccount[]): Promise<Outcome<FoundShopper>[]> {
  // Fifty first visits of one person may be in one batch; the statement wants each person once.
  const people: NewAccount[] = [];
  const placeOf = new Map<string, number>();
  const places = accounts.map((account) => {
    const key = personKey(account);
    const place = placeOf.get(key) ?? people.push(account) - 1;
    placeOf.set(key, place);
    return place;
  });
  const found = await findOrCreateAccounts(runner, people);
  for (let tries = 1; tries < TRIES && found.includes(undefined); tries += 1) {
    const open = [...people.keys()].filter((place) => !found[place]);
    const late = await findOrCreateAccounts(
      runner,
      open.map((place) => people[place] as NewAccount),
    );
    open.forEach((place, index) => {
      found[place] = late[index];
    });
  }
  return places.map((place) => {
    const value = found[place];
    return value ? { value } : { error: unavailable("The database") };
  });
}

const personKey = ({ storeId, regid }: ShopperKey) => `${storeId}:${regid}`;
