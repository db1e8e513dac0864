import type { Db } from "../../../platform/db/db.ts";
import type { StoreId, VariantId } from "../../../platform/ids.ts";
import { findInStock } from "../../catalog/stock/find-in-stock.ts";
import { findLines } from "../../subscriptions/line/find-lines.ts";
import { sharesUnits, topicsStartedBy } from "../../subscriptions/topics.ts";
import { findOpenOffers, findVariantsWithOffers } from "../offers/find-offers.ts";
import {
  type Cause,
  type Confirmation,
  type Departure,
  isCause,
  isConfirmation,
  isDeparture,
  isMoreUnits,
  type MoreUnits,
  type PlanEvent,
} from "./plan-event.ts";
import { findRunning } from "./sql.ts";

type Roles = Pick<Db, "hot" | "worker">;
type VariantKey = { readonly storeId: StoreId; readonly variantId: VariantId };
type LineKey = VariantKey & { readonly topic: string };

const variantKey = ({ storeId, variantId }: VariantKey) => `${storeId} ${variantId}`;
const lineKey = (line: LineKey) => `${variantKey(line)} ${line.topic}`;
const planKey = (plan: LineKey & { readonly number: number }) => `${lineKey(plan)} ${plan.number}`;

/** Leaves out the events that change nothing, such as a price drop that no one waits for. A few statements decide this for
 *  all stores of a page, so a flood of such events costs little. The work of a store checks the others once more. */
export async function selectEvents(db: Roles, events: readonly PlanEvent[]): Promise<PlanEvent[]> {
  const [awaited, running, inStock, offered] = await Promise.all([
    findAwaited(db, events.filter(isCause)),
    findRunningPlans(db, events.filter(isMoreUnits)),
    findVariantsInStock(db, events.filter(isConfirmation)),
    findPeopleWithOffers(db, events.filter(isDeparture)),
  ]);
  return events.filter((event) => {
    if (isCause(event)) return linesOf(event).some((line) => awaited.has(lineKey(line)));
    // The plan may be one that the same page makes.
    if (isMoreUnits(event)) return plansOf(event).some((one) => running.has(planKey(one)) || awaited.has(lineKey(one)));
    if (isConfirmation(event)) return variantsOf(event).some((variant) => inStock.has(variantKey(variant)));
    return event.payload.subscriptionIds.some((id) => offered.has(id));
  });
}

const linesOf = ({ storeId, subject, payload: { variantId } }: Cause): LineKey[] =>
  topicsStartedBy(subject).map((topic) => ({ storeId, variantId, topic }));

const plansOf = ({ storeId, payload: { variantId, number } }: MoreUnits) =>
  topicsStartedBy("stock.restocked").map((topic) => ({ storeId, variantId, topic, number }));

const variantsOf = ({ storeId, payload }: Confirmation): VariantKey[] =>
  payload.variantIds.map((variantId) => ({ storeId, variantId }));

/** Lines that someone waits in, or comes back to when they decline an offer. No role reads both tables: a shopper whose
 *  offer ends between the first two looks is found by the third. */
async function findAwaited({ hot, worker }: Roles, causes: readonly Cause[]): Promise<ReadonlySet<string>> {
  const lines = distinct(causes.flatMap(linesOf), lineKey);
  const awaited = new Set<string>();
  const mayHaveOffers = () => lines.filter((line) => sharesUnits(line.topic) && !awaited.has(lineKey(line)));
  const findWaiting = async (some: readonly LineKey[]) => {
    if (some.length > 0) for (const line of await findLines(hot, some)) awaited.add(lineKey(line));
  };
  await findWaiting(lines);
  const shared = mayHaveOffers();
  if (shared.length === 0) return awaited;
  const offered = new Set((await findVariantsWithOffers(worker, shared)).map(variantKey));
  for (const line of shared) if (offered.has(variantKey(line))) awaited.add(lineKey(line));
  await findWaiting(mayHaveOffers());
  return awaited;
}

async function findRunningPlans({ worker }: Roles, events: readonly MoreUnits[]): Promise<ReadonlySet<string>> {
  const plans = distinct(events.flatMap(plansOf), planKey);
  return new Set(plans.length > 0 ? (await findRunning(worker, plans)).map(planKey) : []);
}

async function findVariantsInStock({ hot }: Roles, events: readonly Confirmation[]): Promise<ReadonlySet<string>> {
  const variants = distinct(events.flatMap(variantsOf), variantKey);
  return new Set(variants.length > 0 ? (await findInStock(hot, variants)).map(variantKey) : []);
}

async function findPeopleWithOffers({ worker }: Roles, events: readonly Departure[]): Promise<ReadonlySet<string>> {
  const people = events.flatMap(({ storeId, payload }) =>
    payload.subscriptionIds.map((subscriptionId) => ({ storeId, subscriptionId })),
  );
  const offered = people.length > 0 ? await findOpenOffers(worker, people) : [];
  return new Set(offered.map(({ subscriptionId }) => subscriptionId));
}

const distinct = <T>(all: readonly T[], keyOf: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [keyOf(one), one])).values(),
];
