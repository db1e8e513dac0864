import type { SubscriptionId } from "../../../platform/ids.ts";
import type { AlertPolicy } from "../plans/policy.ts";
import type { Pace } from "./pace.ts";
import { findRealRecipients, type PastRestock, type Recipients } from "./past-restock.ts";
import { replayAsItWas } from "./replay-as-it-was.ts";
import { replayOtherwise } from "./replay-otherwise.ts";

/** The figures of a comparison, without the people: many of them are kept until the answer is written. */
export type Comparison = {
  /** Whether the replay of the policy that was really used gives exactly those who were notified. */
  readonly isExact: boolean;
  readonly people: { readonly really: number; readonly replayed: number; readonly both: number };
  readonly waves: { readonly really: number; readonly replayed: number };
  /** When the last one was notified; null when nobody was. */
  readonly last: { readonly really: number | null; readonly replayed: number | null };
  /** Those who were really notified, and whose purchase counts for this restock: see `findAlertBefore`. `replayed`: those of
   *  them whom the policy notifies, too. */
  readonly buyers: { readonly really: number; readonly replayed: number };
  readonly stopped: "many waves" | "stock not known" | undefined;
};

/** Whom each of the two policies notified. */
export type Sides = { readonly really: Recipients; readonly replayed: Recipients };

/** Replays a restock with a policy, and with the one that was really used, to know whether its history is complete. */
export async function compareWith(
  restock: PastRestock,
  policy: AlertPolicy,
  now: number,
  pace: Pace,
): Promise<{ readonly comparison: Comparison; readonly sides: Sides }> {
  const asItWas = await replayAsItWas(restock, pace);
  const wavesReally = restock.log.filter(
    ({ kind, wave, people }) => kind === "selected" && wave > 0 && people > 0,
  ).length;
  const isSamePolicy = effectOf(restock.plan.policy) === effectOf(policy);
  const other = isSamePolicy
    ? { recipients: asItWas.recipients, waves: wavesReally }
    : await replayOtherwise(restock, policy, now, pace);
  const reached = findRealRecipients(restock);
  const really = new Map(
    [...reached].map(([id, at]) => [id, asItWas.recipients.get(id) ?? { at, wave: undefined }] as const),
  );
  const replayed = other.recipients;
  const buyers = restock.people.filter(
    ({ id, ends }) => really.has(id) && ends.some((end) => end.isBought && end.planId === restock.plan.id),
  );
  const countReplayed = (ids: Iterable<SubscriptionId>) => [...ids].filter((id) => replayed.has(id)).length;
  return {
    comparison: {
      isExact: asItWas.differences.length === 0,
      people: { really: really.size, replayed: replayed.size, both: countReplayed(really.keys()) },
      waves: { really: wavesReally, replayed: other.waves },
      last: { really: lastOf(really), replayed: lastOf(replayed) },
      buyers: { really: buyers.length, replayed: countReplayed(buyers.map(({ id }) => id)) },
      stopped: "stopped" in other ? other.stopped : undefined,
    },
    sides: { really, replayed },
  };
}

function lastOf(recipients: Recipients): number | null {
  let last: number | null = null;
  for (const { at } of recipients.values()) last = Math.max(last ?? 0, at);
  return last;
}

/** What of a policy decides who is notified. Two policies with the same effect are the same policy. */
export function effectOf({ audience, order, perUnit, waveSize, waitSeconds, unitsMax, offer }: AlertPolicy): string {
  if (offer) return JSON.stringify({ offer: [offer.minutes, offer.after], order, unitsMax });
  if (audience === "all") return JSON.stringify({ audience, order });
  if (audience === "waves") return JSON.stringify({ audience, order, waveSize, waitSeconds });
  return JSON.stringify({ audience, order, perUnit, waitSeconds, unitsMax });
}

/** Those whom only one of the two notified, by their ids: a page of them, after an id. */
export function findDifferent({ really, replayed }: Sides, { after, limit }: DifferentPage) {
  const rest = [...really.keys(), ...replayed.keys()]
    .filter((id) => really.has(id) !== replayed.has(id) && (after === undefined || byId(id, after) > 0))
    .toSorted(byId);
  const ids = rest.slice(0, limit);
  return {
    people: ids.map((id) => ({ id, really: really.get(id) ?? null, replayed: replayed.get(id) ?? null })),
    next: limit < rest.length ? (ids.at(-1) ?? null) : null,
  };
}

/** The person with the id `after` may be erased. */
export type DifferentPage = { readonly after: SubscriptionId | undefined; readonly limit: number };

const byId = (one: SubscriptionId, other: SubscriptionId) =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
