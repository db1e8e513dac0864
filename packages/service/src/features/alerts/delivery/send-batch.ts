import type { SendOutcome } from "../../../platform/messaging/send-outcome.ts";
import { waitForTurn } from "../../../platform/messaging/wait-for-turn.ts";
import type { Store } from "../../stores/store.ts";
import type { Recipient } from "../../subscriptions/line/recipients.ts";
import type { Lane } from "./lane.ts";
import { type Attempt, type NotifyDeps, notify } from "./notify.ts";
import type { Batch } from "./select-batch.ts";

/** How far the messages of a batch have come. Some are in flight only if the batch was stopped. Some are not started if it
 *  was stopped, or if the provider takes no more of this store for `waitSeconds`. */
export type SentBatch = {
  readonly attempts: readonly Attempt[];
  readonly inFlight: readonly { readonly recipient: Recipient; readonly attempt: Promise<Attempt> }[];
  readonly notStarted: readonly Recipient[];
  readonly waitSeconds: number;
};

/** A lane waits this long for a provider that takes messages slowly. Otherwise it serves other stores meanwhile. */
const WAIT_MAX_MS = 1_000;

/** Sends the messages of a batch, as many at once as the slots of each medium allow. When `stop` is aborted it starts no more,
 *  and returns at once: messages in flight still get their answer. */
export async function sendBatch(
  deps: NotifyDeps & Pick<Lane, "reportHealth" | "slotsOf">,
  store: Store,
  { plan, recipients, reservation }: Pick<Batch, "plan" | "recipients" | "reservation">,
  stop: AbortSignal,
): Promise<SentBatch> {
  const attempts: Attempt[] = [];
  const inFlight = new Map<Recipient, Promise<Attempt>>();
  const notStarted: Recipient[] = [];
  let waitSeconds = 0;

  const sendAll = async (people: readonly Recipient[], medium: Recipient["medium"]) => {
    const slotsOfMedium = deps.slotsOf(medium);
    const rate = deps.senders[medium]?.rate;
    for (const [nth, recipient] of people.entries()) {
      // Most messages need not wait, and a promise for each would be slow.
      const mustWait = rate?.take(store.id, 1).granted === 0;
      const waitMs = mustWait ? await waitForTurn(rate, store.id, { maxMs: WAIT_MAX_MS, stop }) : 0;
      if (waitMs > 0 || !(slotsOfMedium.takeFree(stop) || (await slotsOfMedium.take(stop)))) {
        waitSeconds = Math.max(waitSeconds, waitMs / 1_000);
        notStarted.push(...people.slice(nth));
        return;
      }
      const sending = notify(deps, store, plan.id, recipient, reservation).then((attempt) => {
        slotsOfMedium.give();
        inFlight.delete(recipient);
        if (isOutcome(attempt.result)) {
          rate?.report(store.id, attempt.result);
          deps.reportHealth?.(store, medium, attempt.result);
        } else rate?.giveBack(store.id, 1);
        attempts.push(attempt);
        return attempt;
      });
      inFlight.set(recipient, sending);
    }
  };
  const media = Map.groupBy(recipients, ({ medium }) => medium);
  await Promise.all([...media].map(([medium, people]) => sendAll(people, medium)));
  await untilStopped(stop, Promise.all(inFlight.values()));
  return {
    attempts: [...attempts],
    inFlight: [...inFlight].map(([recipient, attempt]) => ({ recipient, attempt })),
    notStarted,
    waitSeconds,
  };
}

/** Whether the provider was asked at all. */
const isOutcome = (result: Attempt["result"]): result is SendOutcome =>
  result.state !== "not tried" && result.state !== "impossible";

async function untilStopped(stop: AbortSignal, work: Promise<unknown>): Promise<void> {
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const onStop = () => resolve();
  if (stop.aborted) return;
  stop.addEventListener("abort", onStop, { once: true });
  await Promise.race([work, stopped]);
  stop.removeEventListener("abort", onStop);
}
