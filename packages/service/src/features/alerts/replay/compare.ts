import type { SubscriptionId } from "../../../platform/ids.ts";
import type { AlertPolicy } from "../plans/policy.ts";
import { findRealRecipients, type PastRestock, type Recipients } from "./past-restock.ts";
import { replayAsItWas } from "./replay-as-it-was.ts";
import { replayOtherwise } from "./replay-otherwise.ts";

export type Comparison = {
  /** Whether the replay of the policy that was really used gives exactly those who were notified. */
  readonly isExact: boolean;
  readonly isSamePolicy: boolean;
  readonly really: Recipients;
  readonly replayed: Recipients;
  readonly waves: { readonly really: number; readonly replayed: number };
  /** Those who were really notified, and whose purchase counts for this restock: see `findAlertBefore`. */
  readonly buyers: readonly SubscriptionId[];
  readonly stopped: "many waves" | "stock not known" | undefined;
};

/** Replays a restock with a policy, and with the one that was really used, to know whether its history is complete. */
export async function compareWith(restock: PastRestock, policy: AlertPolicy, now: number): Promise<Comparison> {
  const asItWas = await replayAsItWas(restock);
  const wavesReally = restock.log.filter(
    ({ kind, wave, people }) => kind === "selected" && wave > 0 && people > 0,
  ).length;
  const isSamePolicy = effectOf(restock.plan.policy) === effectOf(policy);
  const other = isSamePolicy
    ? { recipients: asItWas.recipients, waves: wavesReally }
    : await replayOtherwise(restock, policy, now);
  const reached = findRealRecipients(restock);
  const really = new Map(
    [...reached].map(([id, at]) => [id, asItWas.recipients.get(id) ?? { at, wave: undefined }] as const),
  );
  const buyers = restock.people.filter(
    ({ id, ends }) => reached.has(id) && ends.some((end) => end.isBought && end.planId === restock.plan.id),
  );
  return {
    isExact: asItWas.differences.length === 0,
    isSamePolicy,
    really,
    replayed: other.recipients,
    waves: { really: wavesReally, replayed: other.waves },
    buyers: buyers.map(({ id }) => id),
    stopped: "stopped" in other ? other.stopped : undefined,
  };
}

/** What of a policy decides who is notified. Two policies with the same effect are the same policy. */
export function effectOf({ audience, order, perUnit, waveSize, waitSeconds, unitsMax, offer }: AlertPolicy): string {
  if (offer) return JSON.stringify({ offer: [offer.minutes, offer.after], order, unitsMax });
  if (audience === "all") return JSON.stringify({ audience, order });
  if (audience === "waves") return JSON.stringify({ audience, order, waveSize, waitSeconds });
  return JSON.stringify({ audience, order, perUnit, waitSeconds, unitsMax });
}

/** Those whom only one of the two notified, by their ids. */
export const differenceOf = ({ really, replayed }: Pick<Comparison, "really" | "replayed">): SubscriptionId[] =>
  [...really.keys(), ...replayed.keys()].filter((id) => really.has(id) !== replayed.has(id)).toSorted(byId);

export const byId = (one: SubscriptionId, other: SubscriptionId) =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
