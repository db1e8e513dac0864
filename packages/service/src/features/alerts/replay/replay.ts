import { setImmediate } from "node:timers/promises";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { fairTurns } from "../../../platform/fair-turns.ts";
import type { PlanId, StoreId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { maskAddress } from "../../../platform/text/mask-address.ts";
import type { Store } from "../../stores/store.ts";
import { findAddressesOf } from "../../subscriptions/line/past.ts";
import { unknownPlan } from "../errors.ts";
import { type AlertPolicy, DEFAULT_TOPIC, policyOf } from "../plans/policy.ts";
import { byId, type Comparison, compareWith, differenceOf } from "./compare.ts";
import { loadPeople, loadRestock, PEOPLE_MAX } from "./load-restock.ts";
import type { Notified } from "./past-restock.ts";
import { findRestock, findRestocks, findRestocksOf, getNow, type RestockRow } from "./sql.ts";

export const RESTOCKS_MAX = 20;
/** The last restocks of a store are looked for among so many plans, which may be of price drops. */
const PLANS_MAX = 10_000;

/** Rules that differ from the store's own. */
export type PolicyChange = Partial<
  Pick<AlertPolicy, "audience" | "order" | "perUnit" | "waveSize" | "waitSeconds" | "unitsMax">
> & { readonly offerMinutes?: number; readonly afterOffer?: "keep" | "leave" };

type ReplayRequest = {
  /** Absent: the last restocks of the whole store. */
  readonly variantId: VariantId | undefined;
  /** Only this restock, and whom only one of the policies notified. */
  readonly planId: PlanId | undefined;
  readonly count: number;
  readonly change: PolicyChange;
  readonly page: { readonly after: SubscriptionId | undefined; readonly limit: number };
};

/** Why a restock is not replayed. */
type Missing = "not begun" | "from before" | "too many people";

export type ReplayedRestock = {
  readonly row: RestockRow;
  readonly comparison: Comparison | undefined;
  readonly note: string | null;
};

export type Difference = {
  readonly id: SubscriptionId;
  readonly medium: string | null;
  readonly maskedAddress: string | null;
  readonly really: Notified | null;
  readonly replayed: Notified | null;
};

export type Replay = {
  readonly policy: AlertPolicy;
  readonly restocks: readonly ReplayedRestock[];
  /** Only for a request about one restock. */
  readonly difference: { readonly people: readonly Difference[]; readonly next: SubscriptionId | null } | undefined;
};

/** Replays take memory and time, so a process makes two at a time, and one for each store. */
const RUNNING_MAX = 2;
const WAITING_MAX = 3;
const WAITING_TOTAL_MAX = 50;

export function createReplays({ db }: { readonly db: Db }) {
  const inTurn = fairTurns({
    runningMax: RUNNING_MAX,
    perStore: WAITING_MAX,
    total: WAITING_TOTAL_MAX,
    refusal: tooManyWaiting,
  });

  /** What another policy would have done with past restocks, compared with what happened. Changes nothing. */
  return (store: Store, request: ReplayRequest): Promise<Replay> =>
    inTurn(store.id, () => replayRestocks(db, store, request));
}

const tooManyWaiting = () =>
  new AppError(
    "unavailable",
    "unavailable",
    `Too many replays are waiting: a store may have ${WAITING_MAX}. Wait for their answers, then try again.`,
    { retryAfterSeconds: 5 },
  );

async function replayRestocks(db: Db, store: Store, request: ReplayRequest): Promise<Replay> {
  const policy = policyOf({ settings: { alerts: { ...store.settings.alerts, ...request.change } } }, DEFAULT_TOPIC);
  const rows = await findRows(db, store.id, request);
  const now = await db.inStore(store.id, getNow);
  const done = new Map<PlanId, ReplayedRestock>();
  for (const ofLine of Map.groupBy(rows, ({ variantId, topic }) => `${variantId} ${topic}`).values())
    for (const restock of await replayLine(db, store.id, ofLine, policy, now)) done.set(restock.row.id, restock);
  const restocks = rows.flatMap(({ id }) => done.get(id) ?? []);
  const [only] = restocks;
  const difference =
    request.planId && only?.comparison ? await findDifference(db, store.id, only.comparison, request.page) : undefined;
  return { policy, restocks, difference };
}

async function findRows(db: Db, storeId: StoreId, { variantId, planId, count }: ReplayRequest): Promise<RestockRow[]> {
  return db.inStore(storeId, async (tx) => {
    if (planId) {
      const row = await findRestock(tx, planId, DEFAULT_TOPIC);
      if (!row) throw unknownPlan();
      return [row];
    }
    return variantId
      ? findRestocksOf(tx, variantId, DEFAULT_TOPIC, count)
      : findRestocks(tx, DEFAULT_TOPIC, count, PLANS_MAX);
  });
}

/** Replays the restocks of one line: its people are loaded once. */
async function replayLine(
  db: Db,
  storeId: StoreId,
  rows: readonly RestockRow[],
  policy: AlertPolicy,
  now: number,
): Promise<ReplayedRestock[]> {
  const [line] = rows;
  const people = line && (await db.inStore(storeId, (tx) => loadPeople(tx, line)));
  const replayed: ReplayedRestock[] = [];
  for (const row of rows) {
    const restock = people ? await db.inStore(storeId, (tx) => loadRestock(tx, row, people)) : "too many people";
    if (typeof restock === "string") replayed.push({ row, comparison: undefined, note: WHY_NOT[restock] });
    else {
      const comparison = await compareWith(restock, policy, now);
      replayed.push({ row, comparison, note: noteOn(comparison) });
    }
    await setImmediate(); // other requests come first
  }
  return replayed;
}

const WHY_NOT: Readonly<Record<Missing, string>> = {
  "not begun": "No wave of this restock has begun, so there is nothing to replay.",
  "from before":
    "This restock began before the service was updated to keep what a replay needs. It cannot be replayed exactly, so it is not replayed.",
  "too many people": `More than ${PEOPLE_MAX.toLocaleString("en")} people, or too many alerts, belong to the line of this variant. A replay of it would take too long.`,
};

function noteOn({ isExact, stopped }: Comparison): string | null {
  const notes = [];
  if (!isExact)
    notes.push(
      "A replay of the policy that was used does not give exactly the people who were notified: a part of the history was deleted, or people joined or left in the very moment of a wave. Take the figures as an estimate.",
    );
  if (stopped === "many waves") notes.push("The replay stopped early, because this policy makes too many waves.");
  if (stopped === "stock not known")
    notes.push("The stock changed so often that not all of it was kept. The replay stops where it is no longer known.");
  return notes.length > 0 ? notes.join(" ") : null;
}

async function findDifference(
  db: Db,
  storeId: StoreId,
  comparison: Comparison,
  { after, limit }: ReplayRequest["page"],
): Promise<NonNullable<Replay["difference"]>> {
  const all = differenceOf(comparison);
  const rest = after === undefined ? all : all.filter((id) => byId(id, after) > 0); // that one may be erased
  const ids = rest.slice(0, limit);
  const addresses = await db.inStore(storeId, (tx) => findAddressesOf(tx, ids));
  return {
    people: ids.map((id) => {
      const address = addresses.get(id);
      return {
        id,
        medium: address?.medium ?? null,
        maskedAddress: address ? maskAddress(address.value) : null,
        really: comparison.really.get(id) ?? null,
        replayed: comparison.replayed.get(id) ?? null,
      };
    }),
    next: limit < rest.length ? (ids.at(-1) ?? null) : null,
  };
}
