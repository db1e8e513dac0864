import type { PastOrder, PastOrderLine } from "../../alerts/samples/past-alert.ts";
import { isoOf, MINUTE_MS } from "./calendar.ts";
import type { SampleVariant } from "./cycles.ts";
import type { Person } from "./people.ts";
import { priceAt } from "./prices.ts";
import type { SimulatedYear } from "./simulate-year.ts";

export type SampleOrder = {
  readonly order: PastOrder;
  readonly reportedMs: number;
  readonly day: string;
};
type Bought = {
  readonly person: Person;
  readonly at: number;
  readonly variant: SampleVariant;
  readonly line: Omit<PastOrderLine, "variantId" | "amount">;
};

const FIRST_NUMBER = 10_017;
/** Shops report an order some minutes after it. */
const REPORTED_AFTER_MS = 4 * MINUTE_MS;

/** The orders of those who bought because of an alert or of what they saved, in the order of time. */
export function ordersOf(
  { restocks, priceDrops, saves, sales, signUps, draw }: SimulatedYear,
  hashOf: (person: Person) => string,
): SampleOrder[] {
  const waitedFor = new Set(signUps.map(({ person, variant }) => `${person.shopperId} ${variant.id}`));
  const ofAlerts = [...restocks.flatMap(({ past }) => past ?? []), ...priceDrops].flatMap(({ plan, purchases }) =>
    purchases.map(
      ({ signUp, at, clickedAt, units }): Bought => ({
        person: signUp.person,
        at,
        variant: signUp.variant,
        line: {
          quantity: units,
          touch: "click",
          touchedAt: isoOf(clickedAt),
          planId: plan.id,
          subscriptionId: signUp.id,
          topic: plan.topic,
        },
      }),
    ),
  );
  const ofSaves = saves.flatMap(({ person, variant, at, boughtAt }): Bought[] =>
    boughtAt === undefined || waitedFor.has(`${person.shopperId} ${variant.id}`)
      ? []
      : [
          {
            person,
            at: boughtAt,
            variant,
            line: { quantity: 1, touch: "save", touchedAt: isoOf(at), planId: null, subscriptionId: null, topic: "" },
          },
        ],
  );
  return [...ofAlerts, ...ofSaves]
    .toSorted((one, other) => one.at - other.at)
    .map(({ person, at, variant, line }, index): SampleOrder => {
      const more = draw.chance(0.2) ? 1 : 0;
      return {
        reportedMs: at + REPORTED_AFTER_MS,
        day: isoOf(at).slice(0, 10),
        order: {
          id: `T-${FIRST_NUMBER + index * 3 + more}`,
          currency: variant.currency,
          occurredAt: isoOf(at),
          reportedAt: isoOf(at + REPORTED_AFTER_MS),
          addressHash: hashOf(person),
          shopperId: person.shopperId,
          lines: [{ ...line, variantId: variant.id, amount: (priceAt(variant, sales, at) * line.quantity).toFixed(2) }],
        },
      };
    });
}
