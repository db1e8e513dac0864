import { alertRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { sharesUnits, type TopicName } from "../../subscriptions/topics.ts";
import type { AfterOffer } from "../offers/offer.ts";

/** The topic of a call without one. */
export const DEFAULT_TOPIC: TopicName = "backinstock";

/** Who is notified, and in which order. A plan keeps the policy it was made with when the store's settings change. */
export type AlertPolicy = Pick<
  ReturnType<typeof alertRules>,
  "audience" | "order" | "perUnit" | "waveSize" | "waitSeconds"
> & {
  /** How many units one person counts as at most. Plans made before this limit have none: see `unitsMaxOf`. */
  readonly unitsMax?: number;
  /** The merchant started the alert while the variant was not in stock: units are not counted. */
  readonly ignoresStock?: true;
  /** The price drop that the alert is about. */
  readonly price?: { readonly currency: string; readonly from: number; readonly to: number };
  /** Units are reserved for each person notified. `audience` and `waitSeconds` do not apply then. */
  readonly offer?: { readonly minutes: number; readonly after: AfterOffer };
};

export function policyOf({ settings }: Pick<Store, "settings">, topic: string): AlertPolicy {
  const { audience, order, perUnit, waveSize, waitSeconds, unitsMax, offerMinutes, afterOffer } = alertRules(settings);
  const policy = { audience, order, perUnit, waveSize, waitSeconds, unitsMax };
  const makesOffers = sharesUnits(topic) && offerMinutes > 0;
  return makesOffers ? { ...policy, offer: { minutes: offerMinutes, after: afterOffer } } : policy;
}

/** Rules that differ from the store's own. */
export type PolicyChange = Partial<
  Pick<AlertPolicy, "audience" | "order" | "perUnit" | "waveSize" | "waitSeconds" | "unitsMax">
> & { readonly offerMinutes?: number; readonly afterOffer?: AfterOffer };

/** The policy that the store would have with these rules. */
export const changedPolicy = ({ settings }: Pick<Store, "settings">, topic: string, change: PolicyChange) =>
  policyOf({ settings: { alerts: { ...settings.alerts, ...change } } }, topic);

export const unitsMaxOf = ({ unitsMax }: Pick<AlertPolicy, "unitsMax">) => unitsMax ?? alertRules({}).unitsMax;

/** How many people a wave may select, and how many units they may want together. Absent: no limit. */
export type Allowance = { readonly people?: number; readonly units?: number };

/** How many people the next wave may select, given the stock now. "none": everyone left keeps their place. */
export function allowance(
  { audience, perUnit, waveSize, offer }: AlertPolicy,
  stock: { readonly quantity: number; readonly arrived: number } | undefined,
  plan: { readonly unitsSelected: number; readonly isWaitOver: boolean; readonly unitsReserved: number },
): Allowance | "none" {
  if (offer && stock)
    return stock.quantity > plan.unitsReserved ? { units: stock.quantity - plan.unitsReserved } : "none";
  if (audience === "all") return {};
  if (audience === "waves") return { people: waveSize };
  if (!stock) return {};
  // New units that no one was notified of yet. After the wait, the units still in stock count as well.
  const fresh = perUnit * stock.arrived - plan.unitsSelected;
  const left = plan.isWaitOver ? perUnit * stock.quantity : 0;
  const units = Math.max(fresh, left);
  return units > 0 ? { units } : "none";
}

/** Whether another wave follows by itself, after `waitSeconds`. With offers, an offer that ends starts the next one. */
export function hasNextWave(
  { audience, waitSeconds, offer }: AlertPolicy,
  allowed: Allowance | "none",
  peopleSelected: number,
): boolean {
  if (offer) return false;
  if (audience === "waves") return peopleSelected > 0;
  if (audience === "all" || waitSeconds === 0) return false;
  return allowed === "none" || (allowed.units !== undefined && peopleSelected > 0); // without a limit, no one is left
}
