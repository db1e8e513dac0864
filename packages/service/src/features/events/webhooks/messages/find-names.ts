import type { HotDb, Runner } from "../../../../platform/db/db.ts";
import type { PlanId, ShopperId, StoreId, VariantId } from "../../../../platform/ids.ts";
import { findPlanLines } from "../../../alerts/find-plan-lines.ts";
import type { Variant, VariantCache } from "../../../catalog/variants/variant-cache.ts";
import { findRegids } from "../../../shoppers/find-regids.ts";
import type { StoreCache } from "../../../stores/store-cache.ts";
import type { Names, PublicEvent } from "./message.ts";

export type NamesDeps = {
  readonly hot: HotDb;
  readonly stores: Pick<StoreCache, "getById">;
  readonly variants: Pick<VariantCache, "findByIds">;
};

/** Finds the public ids for a page of events, with one statement for all shoppers and one for all plans. */
export async function findNames(
  { hot, stores, variants }: NamesDeps,
  worker: Runner,
  events: readonly PublicEvent[],
): Promise<Names> {
  const planIds = keysOf(events, ({ payload }) => ("planId" in payload ? [payload.planId] : []));
  const shopperIds = keysOf(events, shoppersOf);
  const storeIds = [...new Set(events.map(({ storeId }) => storeId))];
  const [lines, regids, named] = await Promise.all([
    findPlanLines(
      worker,
      planIds.map(({ storeId, id }) => ({ storeId, planId: id })),
    ),
    findRegids(
      hot,
      shopperIds.map(({ storeId, id }) => ({ storeId, shopperId: id })),
    ),
    Promise.all(storeIds.map((id) => stores.getById(id))),
  ]);
  const pids = new Map(named.map(({ id, pid }) => [id, pid]));
  const wanted = keysOf(events, (event) => variantsOf(event, lines));
  const found = await Promise.all(
    [...Map.groupBy(wanted, ({ storeId }) => storeId)].map(([storeId, ofStore]) =>
      variants.findByIds(
        storeId,
        ofStore.map(({ id }) => id),
        { onlyIds: true },
      ),
    ),
  );
  const byId = new Map(
    found.flat().flatMap((variant): [VariantId, Variant][] => (variant ? [[variant.id, variant]] : [])),
  );
  return {
    pidOf: (id) => pids.get(id) ?? "",
    regidOf: (id) => regids.get(id),
    variantOf: (id) => byId.get(id),
    lineOf: (id) => lines.get(id),
  };
}

function shoppersOf({ payload }: PublicEvent): ShopperId[] {
  if ("shopperId" in payload) return [payload.shopperId];
  return "guestId" in payload ? [payload.guestId, payload.accountId] : [];
}

function variantsOf({ payload }: PublicEvent, lines: ReadonlyMap<PlanId, { readonly variantId: VariantId }>) {
  if ("variantIds" in payload) return payload.variantIds;
  if ("variantId" in payload) return [payload.variantId];
  const line = "planId" in payload ? lines.get(payload.planId) : undefined;
  return line ? [line.variantId] : [];
}

/** Each id once, with its store. Ids are unique in all stores. */
function keysOf<Id extends string>(events: readonly PublicEvent[], idsOf: (event: PublicEvent) => readonly Id[]) {
  const keys = new Map<Id, { readonly storeId: StoreId; readonly id: Id }>();
  for (const event of events) for (const id of idsOf(event)) keys.set(id, { storeId: event.storeId, id });
  return [...keys.values()];
}
