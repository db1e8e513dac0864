import type { StoreTx } from "../../../platform/db/db.ts";
import type { SubscriptionId } from "../../../platform/ids.ts";
import { findPastStock } from "../../catalog/stock/past-stock.ts";
import { findPast } from "../../subscriptions/past-line/find-past.ts";
import type { Plan } from "../plans/plan.ts";
import { createPace, type Pace } from "./pace.ts";
import { assemblePeople, type DeliveryRow, type OfferRow, type PastPerson } from "./past-person.ts";
import type { PastRestock } from "./past-restock.ts";
import { findDeliveries, findLog, findOffers, findPlansOfLine, type RestockRow } from "./sql.ts";

/** People of one line that a replay reads at most, and rows of them, their ledgers, deliveries and offers together. */
export const PEOPLE_MAX = 50_000;
export const ROWS_MAX = 300_000;
const PLANS_MAX = 1_000;
const PAGE = 5_000;
const LOG_MAX = 5_000;

/** Everyone who was ever in a line; undefined when the line is too long for a replay. Every statement reads a page. */
export async function loadPeople(
  tx: StoreTx,
  line: Pick<Plan, "variantId" | "topic">,
  { pace = createPace(), rowsMax = ROWS_MAX }: { readonly pace?: Pace; readonly rowsMax?: number } = {},
): Promise<readonly PastPerson[] | undefined> {
  await pace();
  const past = await findPast(tx, line, { people: PEOPLE_MAX, rows: rowsMax });
  if (!past) return undefined;
  const deliveries: DeliveryRow[] = [];
  const offers: OfferRow[] = [];
  const isFull = () => past.members.length + past.entries.length + deliveries.length + offers.length > rowsMax;
  for (const plan of await findPlansOfLine(tx, line, PLANS_MAX)) {
    await readPages((after) => findDeliveries(tx, plan, after, PAGE), deliveries, { isFull, pace });
    await readPages((after) => findOffers(tx, plan.id, after, PAGE), offers, { isFull, pace });
    if (isFull()) return undefined;
  }
  return assemblePeople({ ...past, deliveries, offers }, pace);
}

/** Adds all pages to `rows`, or as many until they are too many. */
async function readPages<Row extends { readonly id: SubscriptionId }>(
  read: (after: SubscriptionId | null) => Promise<Row[]>,
  rows: Row[],
  { isFull, pace }: { readonly isFull: () => boolean; readonly pace: Pace },
): Promise<void> {
  for (let after: SubscriptionId | null = null; !isFull(); ) {
    await pace();
    const page: Row[] = await read(after);
    for (const row of page) rows.push(row);
    if (page.length < PAGE) return;
    after = page.at(-1)?.id ?? null;
  }
}

/** A restock with its log and stock, or the reason why it cannot be replayed. */
export async function loadRestock(
  tx: StoreTx,
  { readUntil, ...plan }: RestockRow,
  people: readonly PastPerson[],
): Promise<PastRestock | "not begun" | "from before"> {
  const log = await findLog(tx, plan.id, LOG_MAX);
  const first = log.find(({ kind }) => kind === "selected" || kind === "soldOut");
  if (!first) return plan.waves > 0 ? "from before" : "not begun";
  if (first.wave !== 1) return "from before"; // people who confirm late are selected after the first wave
  const stock = await findPastStock(tx, plan.variantId, plan.number);
  return { plan: { ...plan, joinedUntil: readUntil ?? String(first.at) }, log, people, stock };
}
