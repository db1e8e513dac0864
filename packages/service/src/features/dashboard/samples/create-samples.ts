import type { Seal } from "../../../platform/crypto/seal.ts";
import { upsertVariants } from "../../catalog/variants/upsert-variants.ts";
import type { Actor } from "../../stores/access/caller.ts";
import { recordAudit } from "../../stores/audit/record-audit.ts";
import { createSampleStore, type SampleStore } from "../../stores/create-sample-store.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { SAMPLE_CATALOGUE, SAMPLE_GOODS } from "./catalogue.ts";
import { explainMissingRole } from "./errors.ts";
import { type FillDeps, fillStore } from "./fill-store.ts";
import type { RemoveSample } from "./remove-samples.ts";

export type CreateSamplesDeps = FillDeps & {
  readonly stores: StoreCache;
  readonly seal: Seal;
  readonly clock: () => number;
  readonly config: { readonly shards: { readonly first: number; readonly last: number } };
  readonly removeSample: RemoveSample;
};

const SEED = 1;
/** Fewer than a real shop has, so that the figures are played in a moment. */
const SHOPPERS = 1_200;

/** Makes the store with sample data that the members of an organisation look around in, or returns the one that they have. */
export async function createSamples(
  deps: CreateSamplesDeps,
  besides: Store,
  actor: Actor,
): Promise<{ readonly store: SampleStore; readonly isNew: boolean }> {
  const { db, stores, seal, config, clock } = deps;
  const created = await db
    .asOperator((tx) => createSampleStore(tx, seal, besides, config.shards))
    .catch(explainMissingRole);
  if (!created.isNew) return created;
  try {
    const store = await stores.getById(created.store.id);
    await db.inStore(store.id, (tx) => upsertVariants(tx, store, SAMPLE_CATALOGUE));
    const now = clock();
    await fillStore(deps, store, { seed: SEED, now, shoppers: SHOPPERS, goods: SAMPLE_GOODS, owner: actor.name });
    const details = { store: created.store.pid };
    await db.inStore(besides.id, (tx) => recordAudit(tx, { actor, action: "samples.created", details }));
  } catch (error) {
    await deps.removeSample(created.store, actor);
    throw error;
  }
  return created;
}
