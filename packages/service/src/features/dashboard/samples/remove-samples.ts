import type { Db } from "../../../platform/db/db.ts";
import type { Actor } from "../../stores/access/caller.ts";
import { recordAudit } from "../../stores/audit/record-audit.ts";
import { findSampleStore, type SampleStore } from "../../stores/create-sample-store.ts";
import type { Store } from "../../stores/store.ts";
import { explainMissingRole } from "./errors.ts";

/** Takes a store out of its organisation at once, and deletes its rows in the background. */
export type RemoveSample = (sample: SampleStore, actor: Actor) => Promise<void>;

/** Removes the store with sample data as a whole. Returns its pid, or undefined when there is none. */
export async function removeSamples(
  { db, removeSample }: { readonly db: Db; readonly removeSample: RemoveSample },
  besides: Store,
  actor: Actor,
): Promise<string | undefined> {
  const sample = await findSampleStore(db.hot, besides.id);
  if (!sample) return undefined;
  await removeSample(sample, actor).catch(explainMissingRole);
  if (sample.id !== besides.id)
    await db.inStore(besides.id, (tx) =>
      recordAudit(tx, { actor, action: "samples.removed", details: { store: sample.pid } }),
    );
  return sample.pid;
}
