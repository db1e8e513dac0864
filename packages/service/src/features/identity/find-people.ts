import { coalesce, type Outcome } from "../../platform/coalesce.ts";
import type { HotDb, Runner } from "../../platform/db.ts";
import { unavailable } from "../../platform/errors.ts";
import type { Metrics } from "../../platform/metrics.ts";
import { type Found, findOrMakeAccounts, findShoppers, type NewAccount, type Sought } from "./sql.ts";

/** Look-ups that carry the traffic: callers that arrive together share one statement. */
export type People = {
  find(sought: Sought): Promise<Found | undefined>;
  findOrMakeAccount(account: NewAccount): Promise<Found>;
};

const BATCH_MAX = 128;
const IN_FLIGHT = 2;
const TRIES = 3;

export function createPeople(hot: HotDb, metrics: Metrics): People {
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
    findOrMakeAccount: coalesce((accounts) => findOrMakeMany(hot, accounts), options("register-account")),
  };
}

/** The same within a transaction, for a keyed request. */
export async function findOrMakeAccountIn(runner: Runner, account: NewAccount): Promise<Found> {
  const [outcome] = await findOrMakeMany(runner, [account]);
  if (!outcome || "error" in outcome) throw outcome?.error ?? unavailable("The database");
  return outcome.value;
}

async function findOrMakeMany(runner: Runner, accounts: readonly NewAccount[]): Promise<Outcome<Found>[]> {
  // Fifty first visits of one person may be in one batch; the statement wants each person once.
  const people: NewAccount[] = [];
  const placeOf = new Map<string, number>();
  const places = accounts.map((account) => {
    const key = personKey(account);
    const place = placeOf.get(key) ?? people.push(account) - 1;
    placeOf.set(key, place);
    return place;
  });
  const found = await findOrMakeAccounts(runner, people);
  for (let tries = 1; tries < TRIES && found.includes(undefined); tries += 1) {
    const open = [...people.keys()].filter((place) => !found[place]);
    const late = await findOrMakeAccounts(
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

const personKey = ({ storeId, regid }: Sought) => `${storeId}:${regid}`;
