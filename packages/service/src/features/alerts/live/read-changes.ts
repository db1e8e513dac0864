import type { StoreTx } from "../../../platform/db/db.ts";
import type { PlanId } from "../../../platform/ids.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { PlanOverview } from "../overview/describe-plans.ts";
import { findPlans } from "../overview/find-plans.ts";
import { findPlanMarks } from "./sql.ts";

/** Changes of older plans that are over are found only while they deliver. */
const FOLLOWED_MAX = { newest: 100, open: 500 };
/** Adding up the deliveries of a plan reads a row for each 200 people. What is left is read next time. */
const READ_MAX = 50;

/** What the reads so far know of a store's plans. */
export type Seen = {
  readonly marks: ReadonlyMap<PlanId, string>;
  /** How the plans looked that have changed lately. */
  readonly texts: ReadonlyMap<PlanId, string>;
  /** Perhaps changed, but not read yet. */
  readonly left: readonly PlanId[];
};

export type ReadDeps = {
  readonly variants: VariantCache;
  readonly toText: (plan: PlanOverview) => string;
};

/** The plans that have changed since `seen`, as text. The first read finds none. */
export async function readChanges(
  { variants, toText }: ReadDeps,
  tx: StoreTx,
  seen: Seen | undefined,
): Promise<{ readonly seen: Seen; readonly changed: readonly string[] }> {
  const found = await findPlanMarks(tx, { ...FOLLOWED_MAX, known: [...(seen?.marks.keys() ?? [])] });
  const suspects = found.filter(
    ({ id, mark, isSending }) => isSending || (seen !== undefined && seen.marks.get(id) !== mark),
  );
  const ids = [...new Set([...(seen?.left ?? []), ...suspects.map(({ id }) => id)])];
  const plans = await findPlans(variants, tx, ids.slice(0, READ_MAX));
  const read = new Map(plans.map((plan) => [plan.id, toText(plan)]));
  const changed = seen ? [...read].filter(([id, text]) => seen.texts.get(id) !== text) : [];
  const left = ids.slice(READ_MAX);
  const before = left.flatMap((id): [PlanId, string][] => {
    const text = seen?.texts.get(id);
    return text === undefined ? [] : [[id, text]];
  });
  return {
    seen: {
      marks: new Map(found.filter(({ isFollowed }) => isFollowed).map(({ id, mark }) => [id, mark])),
      texts: new Map([...before, ...read]),
      left,
    },
    changed: changed.map(([, text]) => text),
  };
}
