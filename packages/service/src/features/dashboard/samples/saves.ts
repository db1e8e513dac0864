import { randomUUID } from "node:crypto";
import type { ListId } from "../../../platform/ids.ts";
import { DAY_MS, HOUR_MS, type Year } from "./calendar.ts";
import type { SampleVariant, VariantYear } from "./cycles.ts";
import type { Draw } from "./draw.ts";
import { type Person, seenAt } from "./people.ts";
import { drawMoments, drawPerson } from "./sign-ups.ts";

/** An item on a list, and when it was taken off again. */
export type Save = {
  readonly person: Person;
  readonly list: SampleList;
  readonly variant: SampleVariant;
  readonly at: number;
  readonly removedAt: number | undefined;
  /** When it was bought because it was saved. */
  readonly boughtAt: number | undefined;
};
export type SampleList = {
  readonly id: ListId;
  readonly publicId: string;
  readonly person: Person;
  readonly name: string;
  createdAt: number;
  updatedAt: number;
};

const REMOVED_SHARE = 0.13;
const BOUGHT_SHARE = 0.045;
const NAMES = { en: "My Wishlist", de: "Meine Wunschliste" };

/** Draws who saves what. Everybody has one list. */
export function drawSaves(
  cycles: readonly VariantYear[],
  count: number,
  {
    draw,
    year,
    people,
    takeId,
  }: { readonly draw: Draw; readonly year: Year; readonly people: readonly Person[]; readonly takeId: () => string },
): Save[] {
  // What nobody waits for is saved, too.
  const flatter = cycles.map((cycle) => ({ ...cycle, weight: cycle.weight ** 0.7 }));
  const moments = drawMoments(flatter, () => [{ from: year.start, until: year.end }], count, { draw, year });
  const lists = new Map<Person, SampleList>();
  const taken = new Set<string>();
  const stays = new Map(cycles.map(({ variant, ...cycle }) => [variant.id, cycle]));
  return moments.flatMap(({ variant, at }): Save[] => {
    const person = drawPerson(people, draw);
    const key = `${person.shopperId} ${variant.id}`;
    if (taken.has(key)) return [];
    taken.add(key);
    seenAt(person, at);
    const list = lists.get(person) ?? {
      id: takeId() as ListId,
      publicId: randomUUID(),
      person,
      name: NAMES[person.locale],
      createdAt: at - 400,
      updatedAt: at,
    };
    lists.set(person, list);
    const boughtAt = draw.chance(BOUGHT_SHARE) ? Math.floor(at + draw.between(0.2, 120) * HOUR_MS) : undefined;
    const removedAt = draw.chance(REMOVED_SHARE) ? Math.floor(at + draw.between(0.01, 60) * DAY_MS) : undefined;
    const isRemoved = removedAt !== undefined && removedAt < year.end;
    list.updatedAt = Math.max(list.updatedAt, at, isRemoved ? removedAt : at);
    return [
      {
        person,
        list,
        variant,
        at,
        removedAt: isRemoved ? removedAt : undefined,
        boughtAt:
          boughtAt !== undefined && boughtAt < year.end - HOUR_MS && isIn(stays.get(variant.id), boughtAt)
            ? boughtAt
            : undefined,
      },
    ];
  });
}

function isIn(cycle: Omit<VariantYear, "variant"> | undefined, at: number): boolean {
  if (!cycle) return false;
  const isOut = cycle.stays.some(({ outSince, restockedAt }) => outSince <= at && at < restockedAt);
  return !isOut && (cycle.soldOutSince === undefined || at < cycle.soldOutSince);
}
