import type { Store } from "../../stores/store.ts";
import type { Recipient } from "../../subscriptions/line/recipients.ts";
import { type Attempt, type NotifyDeps, notify } from "./notify.ts";
import type { Batch } from "./select-batch.ts";
import type { Slots } from "./slots.ts";

/** How far the messages of a batch have come. Only a batch that was stopped has some in flight or not started. */
export type SentBatch = {
  readonly attempts: readonly Attempt[];
  readonly inFlight: readonly { readonly recipient: Recipient; readonly attempt: Promise<Attempt> }[];
  readonly notStarted: readonly Recipient[];
};

/** Sends the messages of a batch, as many at once as the slots of each medium allow. When `stop` is aborted it starts no more,
 *  and returns at once: messages in flight still get their answer. */
export async function sendBatch(
  deps: NotifyDeps,
  store: Store,
  { plan, recipients, reservation }: Pick<Batch, "plan" | "recipients" | "reservation">,
  { slots, stop }: { readonly slots: Readonly<Record<Recipient["medium"], Slots>>; readonly stop: AbortSignal },
): Promise<SentBatch> {
  const attempts: Attempt[] = [];
  const inFlight = new Map<Recipient, Promise<Attempt>>();
  const notStarted: Recipient[] = [];

  const sendAll = async (people: readonly Recipient[], slotsOfMedium: Slots) => {
    for (const recipient of people) {
      if (!(await slotsOfMedium.take(stop))) {
        notStarted.push(recipient);
        continue;
      }
      const sending = notify(deps, store, plan.id, recipient, reservation).then((attempt) => {
        slotsOfMedium.give();
        inFlight.delete(recipient);
        attempts.push(attempt);
        return attempt;
      });
      inFlight.set(recipient, sending);
    }
  };
  const media = Map.groupBy(recipients, ({ medium }) => medium);
  await Promise.all([...media].map(([medium, people]) => sendAll(people, slots[medium])));
  await untilStopped(stop, Promise.all(inFlight.values()));
  return {
    attempts: [...attempts],
    inFlight: [...inFlight].map(([recipient, attempt]) => ({ recipient, attempt })),
    notStarted,
  };
}

async function untilStopped(stop: AbortSignal, work: Promise<unknown>): Promise<void> {
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const onStop = () => resolve();
  if (stop.aborted) return;
  stop.addEventListener("abort", onStop, { once: true });
  await Promise.race([work, stopped]);
  stop.removeEventListener("abort", onStop);
}
