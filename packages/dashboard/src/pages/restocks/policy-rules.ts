import type { Got } from "../../api/call.ts";

export const SETTINGS = "/storeadmin/v3/settings";
export type Settings = Got<typeof SETTINGS>;
type Alerts = Settings["settings"]["alerts"];

const NAMES = [
  "audience",
  "order",
  "perUnit",
  "waveSize",
  "waitSeconds",
  "unitsMax",
  "offerMinutes",
  "afterOffer",
] as const;

/** The settings that decide who hears first. */
export type Rules = Required<Pick<Alerts, (typeof NAMES)[number]>>;
export type Edited = Rules & { readonly requireApproval: boolean };

/** The service sends each of these; the defaults are only for the compiler. */
export const editedOf = ({ settings: { alerts } }: Settings): Edited => ({
  audience: alerts.audience ?? "per-unit",
  order: alerts.order ?? "oldest",
  perUnit: alerts.perUnit ?? 1,
  waveSize: alerts.waveSize ?? 100,
  waitSeconds: alerts.waitSeconds ?? 900,
  unitsMax: alerts.unitsMax ?? 3,
  offerMinutes: alerts.offerMinutes ?? 0,
  afterOffer: alerts.afterOffer ?? "keep",
  requireApproval: alerts.requireApproval ?? false,
});

export const rulesOf = (edited: Edited): Rules =>
  Object.fromEntries(NAMES.map((name) => [name, edited[name]])) as Rules;

/** What differs, as a change of the settings. */
export const changesOf = (before: Edited, after: Edited): Partial<Edited> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof Edited] !== value));

/** The choice that a merchant makes first. Offers replace the others. */
export const WAYS = ["per-unit", "waves", "all", "offers"] as const;
export type Way = (typeof WAYS)[number];

const OFFER_MINUTES = 30;

export const wayOf = ({ audience, offerMinutes }: Rules): Way => (offerMinutes > 0 ? "offers" : audience);
export const withWay = (edited: Edited, way: Way): Edited =>
  way === "offers"
    ? { ...edited, offerMinutes: edited.offerMinutes || OFFER_MINUTES }
    : { ...edited, audience: way, offerMinutes: 0 };

/** The rules as a plan has them. */
export const policyOf = ({ offerMinutes, afterOffer, ...rules }: Rules) =>
  offerMinutes > 0 ? { ...rules, offer: { minutes: offerMinutes, after: afterOffer } } : rules;
