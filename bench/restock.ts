import { setTimeout as pause } from "node:timers/promises";
import { createDelivery } from "../packages/service/src/features/alerts/delivery/deliver-chunk.ts";
import { insertPlans } from "../packages/service/src/features/alerts/planning/sql.ts";
import { runDueWaves } from "../packages/service/src/features/alerts/plans/run-waves.ts";
import type { PlanId, StoreId, VariantId } from "../packages/service/src/platform/ids.ts";
import { LANES } from "./lanes.ts";
import { createNullSender } from "./null-sender.ts";
import { psql } from "./psql.ts";
import { openDeps } from "./service.ts";

const LOOK_MS = 20;
const STUCK_MS = 600_000;
const POLICY = { audience: "all", order: "oldest", perUnit: 1, waveSize: 100, waitSeconds: 0 } as const;

/** The alerts of the service inside this process, with a sender that sends nothing. */
export async function openRestocks(url: string) {
  const deps = await openDeps(url);
  let sent = 0;
  const sender = {
    ...createNullSender(),
    async send() {
      sent += 1;
      return { state: "sent" as const };
    },
  };
  const { deliverNextChunk } = createDelivery({ ...deps, senders: { email: sender } });
  let number = Number(await psql(url, "select coalesce(max(number), 0) from plans"));

  async function plan(storeId: StoreId, variantId: bigint) {
    number += 1;
    const made = await deps.db.inStore(storeId, (tx) =>
      insertPlans(tx, [
        {
          variantId: `${variantId}` as VariantId,
          topic: "backinstock",
          cause: "merchant", // its number need not be that of a restock
          number,
          seed: "",
          state: "open",
          keepDays: 400,
          policy: POLICY,
        },
      ]),
    );
    if (!made[0]) throw new Error("The plan was not stored");
    return made[0].id;
  }

  return {
    deps,
    /** Notifies the people who wait for these variants of a store, `people` in all. Returns the seconds it took. */
    async restock(storeId: StoreId, variantIds: readonly bigint[], people: number) {
      const from = performance.now();
      sent = 0;
      const plans: PlanId[] = [];
      for (const variantId of variantIds) plans.push(await plan(storeId, variantId));
      const isOver = () => {
        if (performance.now() - from > STUCK_MS) throw new Error(`Only ${sent} of ${people} people were notified`);
        return sent >= people;
      };
      const waves = async () => {
        while (!isOver()) if (!(await runDueWaves(deps))) await pause(LOOK_MS);
      };
      const lane = async () => {
        while (!isOver()) if (!(await deliverNextChunk())) await pause(LOOK_MS);
      };
      await Promise.all([waves(), ...Array.from({ length: LANES }, lane)]);
      const seconds = (performance.now() - from) / 1_000;
      while (await runDueWaves(deps)) await pause(LOOK_MS); // the last wave ends the plan
      return { seconds, plans };
    },
    close: () => deps.close(),
  };
}
export type Restocks = Awaited<ReturnType<typeof openRestocks>>;
