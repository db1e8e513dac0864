import type { Posted } from "../../api/call.ts";
import type { usePlanReason } from "../../components/plan-reasons.ts";
import type { Formats } from "../../words/formats.ts";
import type { useEventText } from "./event-texts.ts";
import type { whyTexts } from "./why-texts.ts";

export type Explained = Posted<"/storeadmin/v3/people/explain">;
type Words = (typeof whyTexts)["en"];
type Plan = Explained["plans"][number];

type Says = {
  /** What happened last. */
  readonly eventText: ReturnType<typeof useEventText>;
  readonly planReason: ReturnType<typeof usePlanReason>;
};

/** Answers in a sentence or two why a message came or did not. */
export function explain(
  { subscription, plans }: Explained,
  words: Words,
  formats: Formats,
  { eventText, planReason }: Says,
): string {
  if (!subscription) return words.neverSignedUp;
  const { state, ledger, place } = subscription;
  const [last] = ledger;
  const lastText = last && words.last(eventText({ text: last.reason, why: last.why, state: last.state }));
  const join = (...texts: readonly (string | undefined)[]) => texts.filter(Boolean).join(" ");
  switch (state) {
    case "unconfirmed":
      return words.unconfirmed;
    case "bought":
      return words.bought;
    case "notified":
      return join(last ? words.notified(formats.time(last.ts)) : words.notifiedSometime, lastText);
    case "offered":
      return join(words.offered, lastText);
    case "expired":
      return join(words.expired, lastText);
    case "unsubscribed":
      return join(words.unsubscribed, lastText);
    case "undeliverable":
      return join(words.undeliverable, lastText);
    default: {
      const position = place === null ? "" : place === 1 ? words.first : words.place(formats.number(place));
      const latest = plans[0];
      if (!latest) return join(words.nothingPlanned, position);
      // A delivery of the last plan that left the person in line, such as one that was sold out.
      const isAboutThem = last?.plan === latest.plan && last.state === "waiting";
      return join(isAboutThem ? lastText : progressOf(latest, words, formats, planReason), position);
    }
  }
}

/** Why the last alerts have not reached somebody who still waits. */
function progressOf(plan: Plan, words: Words, formats: Formats, planReason: Says["planReason"]): string {
  const { state, waves } = plan;
  const reason = planReason(plan);
  if (reason) return state === "held" ? words.paused(reason) : words.waits(reason);
  if (state === "held") return words.held;
  if (state === "cancelled") return words.cancelled;
  if (state === "superseded") return words.superseded;
  const lastWave = waves.at(-1);
  if (!lastWave) return words.notStarted;
  if (lastWave.why?.code === "sold-out") return words.soldOut;
  const people = waves.reduce((sum, wave) => sum + wave.people, 0);
  return words.notTheirTurn(people, formats.number(people));
}
