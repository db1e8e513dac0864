import type { Sender } from "../../../platform/messaging/sender.ts";
import { sendLimitsOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import type { Recipient } from "../../subscriptions/line/recipients.ts";
import type { ReportHealth } from "../senders/health.ts";
import type { Outlet } from "../senders/store-senders.ts";
import type { NotifyDeps } from "./notify.ts";
import type { SelectDeps } from "./select-batch.ts";
import { createSlots, type Slots } from "./slots.ts";

/** What the chunks of a store are delivered with. */
export type Lane = Outlet &
  NotifyDeps &
  SelectDeps & {
    readonly reportHealth?: ReportHealth | undefined;
    /** Which media the store sends with a provider of its own. */
    readonly ownMedia: Readonly<Record<Recipient["medium"], boolean>>;
    slotsOf(medium: Recipient["medium"]): Slots;
    /** How many people the next batch has. */
    batchSize(): number;
    /** Tells how long a batch took. */
    adapt(ms: number): void;
  };

/** So many outcomes are recorded at once at most. A crash repeats at most the messages of one batch. */
const BATCH_MAX = 200;
/** A batch that takes longer is followed by a smaller one: a shopper who leaves is left out of the next batch. */
const BATCH_MS = { low: 100, high: 300 };
const NO_SENDER: Sender = {
  inFlight: 1,
  mayRepeat: true,
  send: () => Promise.reject(new Error("There is no sender")),
};

/** The messages of one provider share the slots for those in flight, whatever chunk they are of, and the size of batches that
 *  was found for it. */
export function createLanes(deps: NotifyDeps & Pick<SelectDeps, "clock" | "stores"> & Pick<Lane, "reportHealth">) {
  const slots = new WeakMap<Sender, Slots>();
  const sizes = new WeakMap<Sender, { size: number; readonly min: number }>();

  function slotsOf(sender: Sender = NO_SENDER): Slots {
    const known = slots.get(sender) ?? createSlots(sender.inFlight);
    slots.set(sender, known);
    return known;
  }

  function batchesOf({ email, sms }: Outlet["senders"]) {
    const key = email ?? sms ?? NO_SENDER;
    const min = Math.min(Math.max(email?.inFlight ?? 1, sms?.inFlight ?? 1), BATCH_MAX);
    const known = sizes.get(key) ?? { size: min, min };
    sizes.set(key, known);
    return known;
  }

  return ({ settings, senders: ownMedia }: Store, outlet: Outlet): Lane => {
    const batches = batchesOf(outlet.senders);
    return {
      ...deps,
      ...outlet,
      ownMedia,
      limitsOf: (medium) => sendLimitsOf(settings, medium),
      slotsOf: (medium) => slotsOf(outlet.senders[medium]),
      batchSize: () => batches.size,
      adapt(ms) {
        if (ms < BATCH_MS.low) batches.size = Math.min(batches.size * 2, BATCH_MAX);
        if (ms > BATCH_MS.high) batches.size = Math.max(Math.floor(batches.size / 2), batches.min);
      },
    };
  };
}
