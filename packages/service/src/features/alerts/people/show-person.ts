import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Email } from "../../../platform/text/email.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import { findListsOfShoppers } from "../../lists/find-lists-of-shoppers.ts";
import type { List } from "../../lists/list.ts";
import { type Account, findAccount } from "../../shoppers/find-account.ts";
import type { Store } from "../../stores/store.ts";
import { type Address, EMAIL } from "../../subscriptions/address.ts";
import { HAPPENINGS } from "../../subscriptions/line/happenings.ts";
import {
  findPerson,
  findPersonHistory,
  type Person,
  type PersonId,
  shoppersOf,
  variantsOf,
} from "../../subscriptions/people/find-person.ts";
import type { State } from "../../subscriptions/state.ts";
import { findClicks } from "../clicks/find-clicks.ts";
import { explainReason } from "../delivery/reason.ts";
import { findDeliveriesOfPerson } from "./sql.ts";

const PLANS_MAX = 20;
const ENTRIES_MAX = 500;
const LISTS_MAX = 100;

/** One thing that happened, in plain words. */
export type TimelineEntry = {
  readonly at: Date;
  readonly text: string;
  /** The state of the alert after it; null for what is not about one alert. */
  readonly state: State | null;
  readonly variant: Variant | null;
  readonly topic: string | null;
  readonly planId: string | null;
};
export type Consent = {
  readonly at: Date;
  readonly source: string;
  readonly text: string;
  readonly variant: Variant | null;
  readonly topic: string | null;
};
/** Without an id: an account that never signed up for an alert, which only its address finds. */
export type KnownPerson = {
  readonly person: Omit<Person, "id"> & { readonly id: PersonId | null };
  readonly account: Account | undefined;
};
export type ShownPerson = KnownPerson & {
  readonly lists: readonly List[];
  readonly consents: readonly Consent[];
  /** The newest first. */
  readonly timeline: readonly TimelineEntry[];
  readonly variants: ReadonlyMap<VariantId, Variant>;
};

/** The person with this id. If only the address is known, because they have an account and no alerts, it finds that too. */
export async function findPersonOrAccount(
  tx: StoreTx,
  store: Store,
  { id, address }: { readonly id: PersonId; readonly address: Address | undefined },
): Promise<KnownPerson | undefined> {
  const person = await findPerson(tx, id);
  const known = person?.address ?? address;
  const account = known?.medium === EMAIL ? await findAccount(tx, store, known.value as Email) : undefined;
  if (person) return { person, account };
  if (!account || !known) return undefined;
  return { person: { id: null, address: known, suppression: undefined, alerts: [], requests: [] }, account };
}

/** Everything that the store knows of a person, with a time line in plain words. */
export async function showPerson(
  variants: VariantCache,
  tx: StoreTx,
  { person, account }: KnownPerson,
): Promise<ShownPerson> {
  const ids = person.alerts.map(({ id }) => id);
  const { ledger, consents } = await findPersonHistory(tx, ids);
  const deliveries = await findDeliveriesOfPerson(tx, person.alerts, PLANS_MAX);
  const found = await variants.findByIds(tx.storeId, variantsOf(person));
  const byId = new Map(found.flatMap((variant) => (variant ? [[variant.id, variant] as const] : [])));
  const alertOf = new Map(person.alerts.map((alert) => [alert.id, alert]));
  const about = (id: (typeof ids)[number]) => {
    const alert = alertOf.get(id);
    return { variant: (alert && byId.get(alert.variantId)) ?? null, topic: alert?.topic ?? null };
  };
  const entries: TimelineEntry[] = [
    ...ledger.map(({ subscriptionId, at, state, reason, planId }) => ({
      at,
      text: reason,
      state,
      planId,
      ...about(subscriptionId),
    })),
    ...deliveries.flatMap(({ subscriptionId, at, planId, reason, detail }) => {
      const explained = explainReason(reason, detail);
      return explained ? [{ at, planId, text: explained.text, state: explained.state, ...about(subscriptionId) }] : [];
    }),
    ...(await findClicks(tx, ids)).map(({ subscriptionId, planId, at }) => ({
      at,
      planId,
      text: HAPPENINGS.say("clicked", {}),
      state: null,
      ...about(subscriptionId),
    })),
    ...person.requests.map(({ requestedAt, variantId, topic }) => ({
      at: requestedAt,
      text: HAPPENINGS.say("asked-to-confirm", {}),
      state: "unconfirmed" as const,
      variant: byId.get(variantId) ?? null,
      topic,
      planId: null,
    })),
    ...(person.suppression
      ? [
          {
            at: person.suppression.since,
            text: HAPPENINGS.say("stopped", { answer: person.suppression.reason }),
            ...NO_ALERT,
          },
        ]
      : []),
  ];
  const owners = [...new Set([...(account ? [account.id] : []), ...shoppersOf(person)])];
  return {
    person,
    account,
    lists: (await findListsOfShoppers(tx, owners)).slice(0, LISTS_MAX),
    consents: consents.map(({ subscriptionId, at, source, wording }) => ({
      at,
      source,
      text: wording,
      ...about(subscriptionId),
    })),
    timeline: entries.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, ENTRIES_MAX),
    variants: byId,
  };
}

const NO_ALERT = { state: null, variant: null, topic: null, planId: null };
