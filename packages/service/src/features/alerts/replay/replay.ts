import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { fairTurns } from "../../../platform/fair-turns.ts";
import { REFUSALS } from "../../../platform/http/refusals.ts";
import type { PlanId, StoreId, SubscriptionId, VariantId } from "../../../platform/ids.ts";
import { maskAddress } from "../../../platform/text/mask-address.ts";
import type { Store } from "../../stores/store.ts";
import { findAddressesOf } from "../../subscriptions/past-line/find-past.ts";
import { unknownPlan } from "../errors.ts";
import { type AlertPolicy, changedPolicy, DEFAULT_TOPIC, type PolicyChange } from "../plans/policy.ts";
import { type Comparison, compareWith, type DifferentPage, findDifferent } from "./compare.ts";
import { loadPeople, loadRestock, PEOPLE_MAX, ROWS_MAX } from "./load-restock.ts";
import { REPLAY_NOTES } from "./notes.ts";
import { createPace, type Pace, TookTooLong } from "./pace.ts";
import type { PastPerson } from "./past-person.ts";
import type { Notified } from "./past-restock.ts";
import { findRestock, findRestocks, findRestocksOf, getNow, type RestockRow } from "./sql.ts";

export const RESTOCKS_MAX = 20;

type ReplayRequest = {
  /** Absent: the last restocks of the whole store. */
  readonly variantId: VariantId | undefined;
  /** Only this restock, and whom only one of the policies notified. */
  readonly planId: PlanId | undefined;
  readonly count: number;
  readonly change: PolicyChange;
  readonly page: DifferentPage;
};

/** Why a restock is not replayed. */
type Missing = "not begun" | "from before" | "too many people" | "too long";

export type ReplayedRestock = {
  readonly row: RestockRow;
  readonly comparison: Comparison | undefined;
  /** Why it is not exact, or not replayed, in sentences. */
  readonly notes: readonly string[];
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

/** Replays take memory and time, so a process makes two at a time, and one for each store. Each must end after a time, for
 *  the other stores. */
const RUNNING_MAX = 2;
const WAITING_MAX = 3;
const WAITING_TOTAL_MAX = 50;
const SECONDS_MAX = 30;

export function createReplays({ db, secondsMax = SECONDS_MAX }: { readonly db: Db; readonly secondsMax?: number }) {
  const inTurn = fairTurns({
    runningMax: RUNNING_MAX,
    perStore: WAITING_MAX,
    total: WAITING_TOTAL_MAX,
    refusal: tooManyWaiting,
  });

  /** What another policy would have done with past restocks, compared with what happened. Changes nothing. */
  return (store: Store, request: ReplayRequest): Promise<Replay> =>
    inTurn(store.id, () => replayRestocks(db, store, request, createPace(secondsMax * 1_000)));
}

const tooManyWaiting = () =>
  new AppError("unavailable", "unavailable", REFUSALS.say("too-many-replays", { max: WAITING_MAX }), {
    retryAfterSeconds: 5,
  });

async function replayRestocks(db: Db, store: Store, request: ReplayRequest, pace: Pace): Promise<Replay> {
  const policy = changedPolicy(store, DEFAULT_TOPIC, request.change);
  const rows = await findRows(db, store.id, request);
  const now = await db.inStore(store.id, getNow);
  const done = new Map<PlanId, Replayed>();
  for (const ofLine of Map.groupBy(rows, ({ variantId, topic }) => `${variantId} ${topic}`).values())
    for (const one of await replayLine(db, store.id, ofLine, {
      policy,
      now,
      page: request.planId ? request.page : undefined,
      pace,
    }))
      done.set(one.row.id, one);
  const restocks = rows.flatMap(({ id }) => done.get(id) ?? []);
  const different = restocks[0]?.different;
  const difference = different ? await withAddresses(db, store.id, different) : undefined;
  return { policy, restocks, difference };
}

async function findRows(db: Db, storeId: StoreId, { variantId, planId, count }: ReplayRequest): Promise<RestockRow[]> {
  return db.inStore(storeId, async (tx) => {
    if (planId) {
      const row = await findRestock(tx, planId, DEFAULT_TOPIC);
      if (!row) throw unknownPlan();
      return [row];
    }
    return variantId ? findRestocksOf(tx, variantId, DEFAULT_TOPIC, count) : findRestocks(tx, DEFAULT_TOPIC, count);
  });
}

type Replayed = ReplayedRestock & { readonly different?: ReturnType<typeof findDifferent> };
type HowTo = {
  readonly policy: AlertPolicy;
  readonly now: number;
  readonly page: DifferentPage | undefined;
  readonly pace: Pace;
};

/** Replays the restocks of one line: its people are loaded once. Of each comparison, only what the answer needs is kept. */
async function replayLine(db: Db, storeId: StoreId, rows: readonly RestockRow[], how: HowTo): Promise<Replayed[]> {
  const [line] = rows;
  const load = () => db.inStore(storeId, async (tx) => line && loadPeople(tx, line, how));
  const people = await inTime(load);
  const replayed: Replayed[] = [];
  for (const row of rows) replayed.push(await replayRestock(db, storeId, row, people ?? "too many people", how));
  return replayed;
}

async function replayRestock(
  db: Db,
  storeId: StoreId,
  row: RestockRow,
  people: readonly PastPerson[] | Missing,
  { policy, now, page, pace }: HowTo,
): Promise<Replayed> {
  const missing = (why: Missing) => ({ row, comparison: undefined, notes: [WHY_NOT[why]] });
  if (typeof people === "string") return missing(people);
  const restock = await db.inStore(storeId, (tx) => loadRestock(tx, row, people));
  if (typeof restock === "string") return missing(restock);
  const compared = await inTime(() => compareWith(restock, policy, now, pace));
  if (compared === "too long") return missing(compared);
  const { comparison, sides } = compared;
  return { row, comparison, notes: notesOn(comparison), ...(page ? { different: findDifferent(sides, page) } : {}) };
}

async function inTime<Result>(work: () => Promise<Result>): Promise<Result | "too long"> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TookTooLong) return "too long";
    throw error;
  }
}

const WHY_NOT: Readonly<Record<Missing, string>> = {
  "not begun": REPLAY_NOTES.say("not-begun", {}),
  "from before": REPLAY_NOTES.say("from-before", {}),
  "too many people": REPLAY_NOTES.say("too-many-people", {
    people: PEOPLE_MAX.toLocaleString("en"),
    rows: ROWS_MAX.toLocaleString("en"),
  }),
  "too long": REPLAY_NOTES.say("too-long", { seconds: SECONDS_MAX }),
};

function notesOn({ isExact, stopped }: Comparison): string[] {
  const notes: string[] = [];
  if (!isExact) notes.push(REPLAY_NOTES.say("not-exact", {}));
  if (stopped === "many waves") notes.push(REPLAY_NOTES.say("many-waves", {}));
  if (stopped === "stock not known") notes.push(REPLAY_NOTES.say("stock-not-known", {}));
  return notes;
}

async function withAddresses(
  db: Db,
  storeId: StoreId,
  { people, next }: NonNullable<Replayed["different"]>,
): Promise<NonNullable<Replay["difference"]>> {
  const ids = people.map(({ id }) => id);
  const addresses = await db.inStore(storeId, (tx) => findAddressesOf(tx, ids));
  return {
    people: people.map((person) => {
      const address = addresses.get(person.id);
      return {
        ...person,
        medium: address?.medium ?? null,
        maskedAddress: address ? maskAddress(address.value) : null,
      };
    }),
    next,
  };
}
