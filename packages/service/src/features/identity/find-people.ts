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
  const answers = new Map<string, Found>();
  // Fifty first visits of one person may be in one batch; the statement wants each person once.
  let open = [...new Map(accounts.map((account) => [personKey(account), account])).values()];
  for (let tries = 0; open.length > 0 && tries < TRIES; tries += 1) {
    const found = await findOrMakeAccounts(runner, open);
    open = open.filter((account, index) => {
      const answer = found[index];
      if (answer) answers.set(personKey(account), answer);
      return !answer;
    });
  }
  return accounts.map((account) => {
    const value = answers.get(personKey(account));
    return value ? { value } : { error: unavailable("The database") };
  });
}

const personKey = ({ storeId, regid }: Sought) => `${storeId}:${regid}`;
