import { type Static, Type } from "typebox";
import { rowsQuery } from "../../../platform/http/send-rows.ts";
import { isGiven, nullable } from "../../../platform/http/wire.ts";
import { maskAddress, maskAddresses } from "../../../platform/text/mask-address.ts";
import type { Variant } from "../../catalog/variants/variant-cache.ts";
import { marketIn, marketOut, marketRecord, readVariantName } from "../../catalog/variants/wire.ts";
import { type Address, toAddress } from "../../subscriptions/address.ts";
import { HAPPENINGS } from "../../subscriptions/line/happenings.ts";
import { happeningWhy } from "../../subscriptions/line/wire.ts";
import { mediumOf, type Person } from "../../subscriptions/people/find-person.ts";
import { isOpen, STATES } from "../../subscriptions/state.ts";
import { TopicIn } from "../../subscriptions/wire.ts";
import type { Explanation } from "../plans/explain.ts";
import { explanationRecord } from "../plans/wire.ts";
import { platformId } from "../wire.ts";
import type { KnownPerson, ShownPerson } from "./show-person.ts";

const person = Type.String({
  pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  examples: ["5f0c2d9e-8f0f-3c55-1c1e-1f2a3b4c5d6e"],
  description: "Id of the person, as people returns it",
});
const address = Type.String({
  minLength: 3,
  maxLength: 254,
  description: "The whole email address or phone number: a part of one finds nobody",
});

export const FindIn = Type.Object({ address });
export const PeopleIn = Type.Object({ ...rowsQuery, address });
export const PersonIn = Type.Object({ person: Type.Optional(person), address: Type.Optional(address) });
export const PersonBody = Type.Object({ person });
export const ExplainIn = Type.Object({ person, epi: platformId, ...marketIn, topic: Type.Optional(TopicIn) });
export const UnsubscribeIn = Type.Object({
  person,
  epi: Type.Optional(platformId),
  ...marketIn,
  topic: Type.Optional(TopicIn),
});

/** An address with an @ is an email address. */
export const readAddress = (text: string): Address => toAddress(text.includes("@") ? "email" : "sms", text);
export const readOnly = ({ epi, market, topic }: Static<typeof UnsubscribeIn>) => ({
  variant: isGiven(epi) ? readVariantName({ epi, market }) : null,
  topic: topic ?? null,
});

const Instant = Type.String({ format: "date-time" });
const personOut = {
  person: nullable({
    ...person,
    description: "Id for the other calls; null for an account that never signed up for an alert",
  }),
  medium: Type.String({ description: "email or sms" }),
  address: Type.String({ description: "Masked, unless the caller has the scope people:addresses" }),
  since: nullable(Instant),
  account: nullable(Type.Object({ regid: Type.String(), since: Instant })),
  suppressed: nullable(Type.Object({ since: Instant, reason: Type.String(), why: happeningWhy })),
};
export const PersonOut = Type.Object({
  ...personOut,
  open: Type.Integer({ description: "Alerts that the person waits for" }),
  unconfirmed: Type.Integer({ description: "Sign-ups that wait for a confirmation" }),
});

const about = {
  epi: nullable(Type.String({ description: "Variant id" })),
  ...marketOut,
  dt: nullable(Type.String({ description: "Title" })),
  vi: nullable(Type.String({ description: "Title of the variant" })),
  topic: nullable(Type.String()),
};
const State = Type.String({ description: `One of ${Object.keys(STATES).join(", ")}` });
export const ShownPersonOut = Type.Object({
  ...personOut,
  locale: nullable(Type.String()),
  currency: nullable(Type.String()),
  timeZone: nullable(Type.String()),
  onMailingList: nullable(Type.Boolean()),
  alerts: Type.Array(
    Type.Object({ ...about, state: State, quantity: Type.Integer(), target: nullable(Type.String()), since: Instant }),
    { description: "Open ones first; at most 200" },
  ),
  unconfirmed: Type.Array(Type.Object({ ...about, since: Instant, source: Type.String(), consent: Type.String() })),
  lists: Type.Array(
    Type.Object({
      lid: Type.String(),
      lname: Type.String(),
      lty: Type.String(),
      cnt: Type.Integer(),
      updated: Instant,
    }),
  ),
  consents: Type.Array(
    Type.Object({
      ...about,
      at: Instant,
      source: Type.String({ description: "Where the person agreed" }),
      text: Type.String({ description: "The text that the person agreed to" }),
    }),
    { description: "The newest first" },
  ),
  timeline: Type.Array(
    Type.Object({
      ...about,
      at: Instant,
      text: Type.String({ description: "What happened" }),
      why: happeningWhy,
      state: nullable(State),
      plan: nullable(Type.String()),
    }),
    { description: "The newest first; at most 500" },
  ),
});
export const RevealedOut = Type.Object({ person, medium: Type.String(), address: Type.String() });
export const UnsubscribedOut = Type.Object({ message: Type.String(), ended: Type.Integer() });
export const ResentOut = Type.Object({ message: Type.String(), sent: Type.Boolean() });

type Seen = { readonly showsAddresses: boolean };

const headRecord = ({ person: known, account }: KnownPerson, { showsAddresses }: Seen) => ({
  person: known.id,
  medium: mediumOf(known),
  address: showsAddresses ? known.address.value : maskAddress(known.address.value),
  since: known.contact?.since.toISOString() ?? null,
  account: account ? { regid: account.regid, since: account.createdAt.toISOString() } : null,
  suppressed: known.suppression
    ? { since: known.suppression.since.toISOString(), ...withWhy(shown(known.suppression.reason, showsAddresses)) }
    : null,
});

/** Answers of mail servers repeat the address. */
const shown = (text: string, showsAddresses: boolean) => (showsAddresses ? text : maskAddresses(text));

const withWhy = (reason: string) => ({ reason, why: HAPPENINGS.read(reason) });

const openOf = ({ alerts }: Pick<Person, "alerts">) => alerts.filter(({ state }) => isOpen(STATES[state])).length;

export const personRecord = (seen: Seen) => (known: KnownPerson) => ({
  ...headRecord(known, seen),
  open: openOf(known.person),
  unconfirmed: known.person.requests.length,
});

export const personColumns = (seen: Seen) => ({
  person: ({ person: known }: KnownPerson) => known.id,
  medium: ({ person: known }: KnownPerson) => mediumOf(known),
  address: (known: KnownPerson) => headRecord(known, seen).address,
  since: ({ person: known }: KnownPerson) => known.contact?.since,
  open: ({ person: known }: KnownPerson) => openOf(known),
  unconfirmed: ({ person: known }: KnownPerson) => known.requests.length,
});

const aboutRecord = (variant: Variant | null | undefined, topic: string | null) => ({
  epi: variant?.platformId ?? null,
  ...marketRecord(variant),
  dt: variant?.product?.title ?? null,
  vi: variant?.product?.variantTitle ?? null,
  topic,
});

export const shownPersonRecord = (found: ShownPerson, seen: Seen) => {
  const { contact, alerts, requests } = found.person;
  return {
    ...headRecord(found, seen),
    locale: contact?.locale ?? null,
    currency: contact?.currency ?? null,
    timeZone: contact?.timeZone ?? null,
    onMailingList: contact?.onMailingList ?? null,
    alerts: alerts.map(({ variantId, topic, state, quantity, target, signedUpAt }) => ({
      ...aboutRecord(found.variants.get(variantId), topic),
      state,
      quantity,
      target,
      since: signedUpAt.toISOString(),
    })),
    unconfirmed: requests.map(({ variantId, topic, requestedAt, source, consentText }) => ({
      ...aboutRecord(found.variants.get(variantId), topic),
      since: requestedAt.toISOString(),
      source,
      consent: consentText,
    })),
    lists: found.lists.map(({ publicId, name, type, count, updatedAt }) => ({
      lid: publicId,
      lname: name,
      lty: type,
      cnt: count,
      updated: new Date(updatedAt).toISOString(),
    })),
    consents: found.consents.map(({ variant, topic, at, source, text }) => ({
      ...aboutRecord(variant, topic),
      at: at.toISOString(),
      source,
      text,
    })),
    timeline: found.timeline.map(({ variant, topic, at, text: whole, state, planId }) => {
      const text = shown(whole, seen.showsAddresses);
      return {
        ...aboutRecord(variant, topic),
        at: at.toISOString(),
        text,
        why: HAPPENINGS.read(text),
        state,
        plan: planId,
      };
    }),
  };
};

/** Answers of mail servers repeat the address. */
export const maskedExplanationRecord = (explained: Explanation) => {
  const { because, subscription, plans } = explanationRecord(explained);
  const ledger = subscription?.ledger.map((entry) => ({ ...entry, ...withWhy(maskAddresses(entry.reason)) }));
  return {
    because: maskAddresses(because),
    subscription: subscription && { ...subscription, ledger },
    plans,
  };
};

export const revealedRecord = (known: Person) => ({
  person: known.id,
  medium: mediumOf(known),
  address: known.address.value,
});
