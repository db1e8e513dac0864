import { alertRules } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";

/** Who hears, and in which order. A plan keeps the one it was made with: what the merchant changes later is for the next. */
export type AlertPolicy = Pick<
  ReturnType<typeof alertRules>,
  "audience" | "order" | "perUnit" | "waveSize" | "waitSeconds"
> & {
  /** Of a price that fell: only those are told who signed up at a higher one, in this currency, and named no lower target. */
  readonly price?: { readonly currency: string; readonly from: number; readonly to: number };
  /** What came back is held for whoever is told, one person for each unit wanted: `audience` and waits say nothing then. */
  readonly offer?: { readonly minutes: number; readonly after: "keep" | "leave" };
};

export function policyOf({ settings }: Store, topic: string): AlertPolicy {
  const { audience, order, perUnit, waveSize, waitSeconds, offerMinutes, afterOffer } = alertRules(settings);
  const policy = { audience, order, perUnit, waveSize, waitSeconds };
  const isHeld = topic === BACK_IN_STOCK && offerMinutes > 0;
  return isHeld ? { ...policy, offer: { minutes: offerMinutes, after: afterOffer } } : policy;
}

/** Topics that something begins by itself; all others are begun by a call. */
export const BACK_IN_STOCK = "backinstock";
export const LOW_STOCK = "lowstock";
export const PRICE_DROP = "pricedrop";

/** How many a wave may tell: people, and units they want together. Nothing bounds where it says nothing. */
export type Allowance = { readonly people?: number; readonly units?: number };

/** What the next wave may do, given what there is now. `none`: whoever is left keeps their place. */
export function allowance(
  { audience, perUnit, waveSize, offer }: AlertPolicy,
  stock: { readonly quantity: number; readonly arrived: number } | undefined,
  plan: { readonly told: number; readonly hadTheirTime: boolean; readonly held: number },
): Allowance | "none" {
  if (offer && stock) return stock.quantity > plan.held ? { units: stock.quantity - plan.held } : "none";
  if (audience === "all") return {};
  if (audience === "waves") return { people: waveSize };
  if (!stock) return {};
  // What arrived was promised to nobody yet; once those who were told had their time, what is still there goes on.
  const fresh = perUnit * stock.arrived - plan.told;
  const left = plan.hadTheirTime ? perUnit * stock.quantity : 0;
  const units = Math.max(fresh, left);
  return units > 0 ? { units } : "none";
}
