import type { SubscriptionId } from "../../../platform/ids.ts";
import { DAY_MS, MINUTE_MS, startOfDay, timesOfDay, visitsOn, type Year } from "./calendar.ts";
import type { SampleVariant, VariantYear } from "./cycles.ts";
import type { Draw } from "./draw.ts";
import { type Person, seenAt } from "./people.ts";

/** One person who waits for one variant and topic, and what becomes of it. */
export type SignUp = {
  readonly id: SubscriptionId;
  readonly person: Person;
  readonly variant: SampleVariant;
  readonly topic: "backinstock" | "pricedrop";
  readonly requestedAt: number;
  /** When they began to wait: a guest when they confirmed. */
  readonly at: number;
  readonly quantity: number;
  readonly target: number | null;
  /** When they would leave the line by themselves. */
  readonly leavesAt: number;
  readonly leavesBecause: string;
  end: undefined | { readonly state: "notified" | "bought" | "unsubscribed" | "undeliverable"; readonly at: number };
};

const CONFIRMED_SHARE = 0.86;
const LEAVER_SHARE = 0.06;
const LEFT_BECAUSE = ["ended on the preferences page", "unsubscribed with the link in a mail"];
const TARGETS = [0.9, 0.85, 0.8, 0.75, 0.7];

type Moment = { readonly variant: SampleVariant; readonly at: number; readonly until: number };

/** Draws who signs up for which variant, and when: only while it is out of stock. */
export function drawSignUps(
  cycles: readonly VariantYear[],
  count: number,
  { draw, year, people, takeId }: Cast,
): SignUp[] {
  const isOut = ({ stays, soldOutSince }: VariantYear) => [
    ...stays.map(({ outSince, restockedAt }) => ({ from: outSince, until: restockedAt })),
    ...(soldOutSince === undefined ? [] : [{ from: soldOutSince, until: year.end }]),
  ];
  const moments = drawMoments(cycles, isOut, count, { draw, year });
  return signUpAt(moments, "backinstock", { draw, year, people, takeId });
}

/** Draws who watches the price of what is in stock. */
export function drawWatchers(
  cycles: readonly VariantYear[],
  count: number,
  { draw, year, people, takeId }: Cast,
): SignUp[] {
  const moments = drawMoments(cycles, () => [{ from: year.start, until: year.end }], count, { draw, year });
  return signUpAt(moments, "pricedrop", { draw, year, people, takeId });
}

type Cast = {
  readonly draw: Draw;
  readonly year: Year;
  readonly people: readonly Person[];
  readonly takeId: () => string;
};
type Span = { readonly from: number; readonly until: number };

/** Draws moments within the spans of the variants, by how much each is wanted and how lively the shop is on each day. */
export function drawMoments(
  cycles: readonly VariantYear[],
  spansOf: (cycle: VariantYear) => readonly Span[],
  count: number,
  { draw, year }: Pick<Cast, "draw" | "year">,
): Moment[] {
  const days: (Moment & { readonly from: number; readonly weight: number })[] = [];
  for (const cycle of cycles)
    for (const { from, until } of spansOf(cycle))
      for (let at = startOfDay(from); at < until; at += DAY_MS) {
        // Most people come in the first days after it sold out.
        const freshness = 0.5 + Math.exp(-(at - from) / (9 * DAY_MS));
        days.push({ variant: cycle.variant, at, from, until, weight: cycle.weight * freshness * visitsOn(at, year) });
      }
  if (days.length === 0) return [];
  const index = draw.byWeight(days.map(({ weight }) => weight));
  const timeOn = timesOfDay(draw);
  const moments: Moment[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const day = days[index()];
    if (!day) continue;
    const at = timeOn(day.at);
    if (at >= day.from && at < day.until) moments.push({ variant: day.variant, at, until: day.until });
  }
  return moments.toSorted((one, other) => one.at - other.at);
}

function signUpAt(moments: readonly Moment[], topic: SignUp["topic"], { draw, people, takeId }: Cast): SignUp[] {
  const taken = new Set<string>();
  return moments.flatMap(({ variant, at: requestedAt, until }): SignUp[] => {
    const person = drawPerson(people, draw);
    const isConfirmed = person.hasAccount || draw.chance(CONFIRMED_SHARE);
    const at = person.hasAccount ? requestedAt : Math.floor(requestedAt + draw.between(0.7, 25) * MINUTE_MS);
    const key = `${person.contactId} ${variant.id}`;
    // Everybody signs up for a variant once; who comes to confirm after the restock is left out.
    if (taken.has(key) || !isConfirmed || at >= until) return [];
    taken.add(key);
    const quantity = draw.chance(0.88) ? 1 : draw.whole(2, 3);
    const leaves = draw.chance(LEAVER_SHARE);
    return [
      {
        id: takeId() as SubscriptionId,
        person,
        variant,
        topic,
        requestedAt,
        at,
        quantity: topic === "pricedrop" ? 1 : quantity,
        target: topic === "pricedrop" ? targetOf(variant, draw) : null,
        leavesAt: leaves ? at + draw.between(1, 20) * DAY_MS : Number.POSITIVE_INFINITY,
        leavesBecause: draw.pick(LEFT_BECAUSE),
        end: undefined,
      },
    ];
  });
}

/** Some people come often, most come once. */
export function drawPerson(people: readonly Person[], draw: Draw): Person {
  const person = people[Math.floor(people.length * draw.next() ** 1.4)];
  if (!person) throw new Error("A shop without people has no history");
  return person;
}

const targetOf = ({ price }: SampleVariant, draw: Draw) =>
  draw.chance(0.3) ? null : Math.max(1, Math.round(price * draw.pick(TARGETS)));

/** Records that they signed up, if they still could. */
export function keepSignUp({ person, at }: SignUp): boolean {
  if (person.bouncedAt !== undefined && person.bouncedAt <= at) return false;
  seenAt(person, at);
  person.firstSignedUpAt = Math.min(person.firstSignedUpAt ?? at, at);
  return true;
}
