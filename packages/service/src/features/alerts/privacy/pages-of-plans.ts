import type { StoreTx } from "../../../platform/db/db.ts";
import type { Alert } from "../../shoppers/privacy/person.ts";
import { countPlansOf, findPlansOf, type OfPlan } from "./sql.ts";

/** As many as a statement handles in a fraction of its time. */
const PAIRS_MAX = 20_000;

/** Each subscription with every plan of its variant and topic, in pages. Stock that is often sold out has thousands of plans. */
export async function* pagesOfPlans(
  tx: StoreTx,
  subscriptions: readonly Alert[],
  max = PAIRS_MAX,
): AsyncGenerator<readonly OfPlan[]> {
  const counts = new Map((await countPlansOf(tx, subscriptions)).map(({ id, plans }) => [id, plans]));
  let page: Alert[] = [];
  let pairs = 0;
  for (const one of subscriptions) {
    const plans = counts.get(one.id) ?? 0;
    if (plans === 0) continue;
    if (page.length > 0 && pairs + plans > max) {
      yield await findPlansOf(tx, page);
      [page, pairs] = [[], 0];
    }
    page.push(one);
    pairs += plans;
  }
  if (page.length > 0) yield await findPlansOf(tx, page);
}
