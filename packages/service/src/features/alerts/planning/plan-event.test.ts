import fc from "fast-check";
import { expect, test } from "vitest";
import { inRounds, type PlanEvent } from "./plan-event.ts";

const SUBJECTS = ["stock.restocked", "stock.added", "alert.confirmed", "alert.failed"] as const;
let ids = 0;
const anEvent = (subject: (typeof SUBJECTS)[number], variantIds: readonly string[]) => {
  ids += 1;
  const payload = { variantId: variantIds[0], variantIds, number: 1, units: 1, subscriptionIds: [] };
  return { id: `${ids}`, number: `${ids}`, storeId: 1, subject, payload } as unknown as PlanEvent;
};
const subjectsOf = (round: readonly PlanEvent[]) => round.map(({ subject }) => subject);
/** The events in the order of the work: round by round, and in a round by kind. */
const inOrderOfWork = (rounds: readonly PlanEvent[][]) =>
  rounds.flatMap((round) => SUBJECTS.flatMap((subject) => round.filter((event) => event.subject === subject)));

test("events of different variants share a round, and so do events that come in the order of a round", () => {
  const rounds = inRounds([
    anEvent("stock.added", ["1"]),
    anEvent("stock.restocked", ["2"]),
    anEvent("stock.added", ["2"]),
    anEvent("alert.confirmed", ["2"]),
  ]);
  expect(rounds).toHaveLength(1);
});

test("an event that follows another one of its variant is never handled before it", () => {
  const rounds = inRounds([
    anEvent("alert.failed", ["1"]),
    anEvent("stock.restocked", ["1"]),
    anEvent("stock.restocked", ["2"]),
    anEvent("alert.confirmed", ["1", "2"]),
    anEvent("stock.added", ["2"]),
  ]);
  expect(rounds.map(subjectsOf)).toEqual([
    ["alert.failed", "stock.restocked"],
    ["stock.restocked", "alert.confirmed"],
    ["stock.added"],
  ]);
});

test("in any page each variant sees its events in order, and every event is handled once", () => {
  const variants = fc.uniqueArray(fc.constantFrom("1", "2", "3"), { minLength: 1 });
  const events = fc.array(fc.tuple(fc.constantFrom(...SUBJECTS), variants), { maxLength: 30 });
  fc.assert(
    fc.property(events, (drawn) => {
      const page = drawn.map(([subject, of]) => anEvent(subject, subject.startsWith("stock") ? of.slice(0, 1) : of));
      const done = inOrderOfWork(inRounds(page));
      for (const variant of ["1", "2", "3"]) expect(done.filter(has(variant))).toEqual(page.filter(has(variant)));
      expect(done).toHaveLength(page.length);
    }),
  );
});

const has =
  (variant: string) =>
  ({ payload }: PlanEvent) =>
    (payload as unknown as { variantIds: readonly string[] }).variantIds.includes(variant);
