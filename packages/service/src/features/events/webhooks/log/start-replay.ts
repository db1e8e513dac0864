import type { StoreTx } from "../../../../platform/db/db.ts";
import type { EndpointId } from "../../../../platform/ids.ts";
import { getEnabledEndpoint } from "../endpoints/get-endpoint.ts";
import { replayRunning } from "../errors.ts";
import { insertReplay, type Range } from "./sql.ts";

const NUMBER_MAX = "9223372036854775807";

/** Numbers and times of events, both inclusive. What is absent has no limit. */
export type WantedRange = { readonly [K in keyof Range]?: Range[K] | undefined };

/** Lets the workers queue the events of a range for an endpoint again, as far as the outbox still has them. */
export async function startReplay(tx: StoreTx, endpointId: EndpointId, wanted: WantedRange, at?: Date): Promise<void> {
  await getEnabledEndpoint(tx, endpointId);
  const range = {
    fromNumber: wanted.fromNumber ?? "0",
    toNumber: wanted.toNumber ?? NUMBER_MAX,
    fromTime: wanted.fromTime ?? new Date(0),
    toTime: wanted.toTime,
  };
  if (!(await insertReplay(tx, endpointId, range, at))) throw replayRunning();
  tx.wakeAfterCommit("webhooks");
}
