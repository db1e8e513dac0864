import type { SubscriptionId } from "../../../platform/ids.ts";
import type { LineOrder, Position } from "../../subscriptions/line/range.ts";
import type { Plan } from "../plans/plan.ts";
import { type Allowance, unitsMaxOf } from "../plans/policy.ts";
import type { Chosen, Cut, CutRange, InLine, LineAccess } from "../selection/line-access.ts";
import { type PastPerson, wantedAt } from "./past-person.ts";

/** A person at one of their places. */
type Entry = { readonly person: PastPerson; readonly place: number; readonly state: PersonState };

/** Whether a person is in line, as far as their events are applied. */
type PersonState = { applied: number; isIn: boolean; place: number };

/** Someone whom the replay selected. `index`: where they are in the order of the plan; absent for those who were selected by
 *  their ids. */
export type Selected = {
  readonly person: PastPerson;
  readonly place: number;
  readonly wanted: number;
  readonly reserved: number;
  readonly index?: number;
};

/** People in a row of one chunk, by their index. */
export type ChosenRange = { readonly first: number; readonly last: number };

const CHUNK_SIZE = 1_000;
const ENDED_AT_MOST_BEFORE = 86_400_000_000;

const byPlace = (one: Entry, other: Entry) => one.place - other.place || compareIds(one.person.id, other.person.id);
const byRank = (one: Entry, other: Entry) =>
  one.person.rank - other.person.rank || compareIds(one.person.id, other.person.id);
/** Ids are whole numbers that a double may not hold. A position before all of them has a negative one. */
const compareIds = (one: string, other: string) => {
  if (other.startsWith("-")) return 1;
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
};

/** The line of a plan as it was at a time, which only moves forward. It takes the place of the database for the rules that
 *  select people. With `isAsItWas`, people leave when the plan's alert really reached them. Otherwise the plan's own alerts
 *  and offers are left out, and the replay says who is notified. */
export class PastLine implements LineAccess {
  readonly #plan: Pick<Plan, "id" | "createdAt">;
  readonly #order: LineOrder;
  readonly #joinedUntil: number;
  readonly #isAsItWas: boolean;
  /** The people of the plan, in its order. Others may come to a place after it: they are newcomers. */
  readonly #own: readonly Entry[];
  #indexes: ReadonlyMap<SubscriptionId, number> | undefined;
  readonly #newcomers: readonly Entry[];
  readonly #mayReturn: readonly Entry[];
  readonly #people: ReadonlyMap<SubscriptionId, PastPerson>;
  readonly #states = new Map<SubscriptionId, PersonState>();
  /** The places of those who were selected. Until their alert is delivered, they are not selected again. */
  readonly #listed = new Map<SubscriptionId, number>();
  readonly #notified = new Set<SubscriptionId>();
  #now = 0;
  #selected: Selected[] = [];
  #ranges: ChosenRange[] = [];

  constructor(
    people: readonly PastPerson[],
    plan: Pick<Plan, "id" | "createdAt" | "policy" | "joinedUntil">,
    { isAsItWas }: { readonly isAsItWas: boolean },
  ) {
    this.#plan = plan;
    this.#order = plan.policy.order;
    this.#joinedUntil = Number(plan.joinedUntil);
    this.#isAsItWas = isAsItWas;
    this.#people = new Map(people.map((person) => [person.id, person]));
    const own: Entry[] = [];
    const newcomers: Entry[] = [];
    for (const person of people) {
      const state = { applied: 0, isIn: false, place: 0 };
      this.#states.set(person.id, state);
      let last: Entry | undefined;
      for (const event of person.events) {
        if (event.kind !== "joined") continue;
        const entry = { person, place: event.place, state };
        if (event.place > this.#joinedUntil) newcomers.push(entry);
        else last = entry; // at an earlier place they were before the plan began
      }
      if (last) own.push(last);
    }
    this.#own = own.toSorted(this.#order === "drawn" ? byRank : byPlace);
    if (this.#order === "newest") this.#own = this.#own.toReversed();
    this.#newcomers = newcomers.toSorted(byPlace);
    this.#mayReturn = own.filter(({ person }) => this.#hadOffer(person)).toSorted(byPlace);
  }

  /** Whether somebody had an offer of another plan that ended unused, around the time of this one. */
  #hadOffer({ offers }: PastPerson) {
    const since = this.#plan.createdAt.getTime() * 1_000 - ENDED_AT_MOST_BEFORE;
    return offers.some(({ planId, until, isUnused }) => planId !== this.#plan.id && isUnused && until > since);
  }

  moveTo(now: number) {
    this.#now = now;
  }

  /** Those who were selected since the last call. */
  takeSelected(): { readonly selected: readonly Selected[]; readonly ranges: readonly ChosenRange[] } {
    const taken = { selected: this.#selected, ranges: this.#ranges };
    this.#selected = [];
    this.#ranges = [];
    return taken;
  }

  /** The index of a person in the order of the plan. */
  findIndex(id: SubscriptionId): number | undefined {
    this.#indexes ??= new Map(this.#own.map(({ person }, index) => [person.id, index]));
    return this.#indexes.get(id);
  }

  /** When somebody came back into the line last before a time, because an offer ended. */
  findReturn(id: SubscriptionId, before: number): number | undefined {
    return this.#people.get(id)?.events.findLast(({ kind, at }) => kind === "returned" && at <= before)?.at;
  }

  /** Somebody was notified in the replay: they leave the line. */
  notify(id: SubscriptionId) {
    this.#notified.add(id);
    this.#stateOf(id).isIn = false;
  }

  /** Somebody's offer ended in the replay: they are at their place again, unless they have left meanwhile. */
  comeBack(person: PastPerson, place: number) {
    const state = this.#advance(person);
    if (state.place === place && !person.ends.some(({ at }) => at > place && at <= this.#now)) state.isIn = true;
  }

  /** Whether somebody is in line now. */
  isIn(person: PastPerson): boolean {
    return this.#advance(person).isIn;
  }

  #stateOf(id: SubscriptionId): PersonState {
    const state = this.#states.get(id);
    if (!state) throw new Error(`Subscription ${id} is not in this line`);
    return state;
  }

  /** Applies what happened to a person up to now. */
  #advance(person: PastPerson): PersonState {
    const state = this.#stateOf(person.id);
    for (; state.applied < person.events.length; state.applied += 1) {
      const event = person.events[state.applied];
      if (!event || event.at > this.#now) break;
      if (!this.#isAsItWas && event.planId === this.#plan.id) continue;
      if (event.kind === "left") state.isIn = false;
      else if (event.kind === "returned") state.isIn = true;
      else if (!state.isIn || this.#isAsItWas) {
        state.isIn = true;
        state.place = event.place;
      }
    }
    return state;
  }

  #isAt({ person, place }: Entry): boolean {
    const state = this.#advance(person);
    return state.isIn && state.place === place;
  }

  #hasDelivery({ id, deliveries }: PastPerson): boolean {
    if (!this.#isAsItWas) return this.#notified.has(id);
    const delivery = deliveries.get(this.#plan.id);
    return delivery !== undefined && delivery.at <= this.#now;
  }

  /** Whether somebody may be selected by their id: the plan has not notified them, and is not about to. */
  #isFree({ person, place }: Entry): boolean {
    return !this.#hasDelivery(person) && this.#listed.get(person.id) !== place;
  }

  #keyOf({ person, place }: Entry): number {
    return this.#order === "drawn" ? person.rank : place;
  }

  /** Whether an entry comes after a position in the order of the plan. */
  #isAfter(entry: Entry, { at, id }: Position): boolean {
    const difference = this.#keyOf(entry) - Number(at) || compareIds(entry.person.id, id);
    return this.#order === "newest" ? difference < 0 : difference > 0;
  }

  #firstAfter(position: Position): number {
    let [low, high] = [0, this.#own.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.#own[middle];
      if (entry && this.#isAfter(entry, position)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  async cut(
    { policy }: Plan,
    { next, ranksBelow, readMax }: CutRange,
    { people: peopleMax = Number.POSITIVE_INFINITY, units: unitsMax = Number.POSITIVE_INFINITY }: Allowance,
  ): Promise<Cut> {
    const chosen: Selected[] = [];
    let [read, units, isFull] = [0, 0, false];
    let lastRead: Entry | undefined;
    let lastChosen: Entry | undefined;
    for (let index = this.#firstAfter(next); index < this.#own.length && read < readMax; index += 1) {
      const entry = this.#own[index];
      if (!entry || (ranksBelow !== null && entry.person.rank >= ranksBelow)) break;
      if (!this.#isAt(entry)) continue;
      read += 1;
      lastRead = entry;
      isFull ||= chosen.length >= peopleMax || units >= unitsMax;
      if (isFull) continue;
      const wanted = Math.min(wantedAt(entry.person, this.#now), unitsMaxOf(policy));
      const reserved = Math.min(wanted, unitsMax - units);
      chosen.push({ person: entry.person, place: entry.place, wanted, reserved, index });
      units += wanted;
      lastChosen = entry;
    }
    for (let from = 0; from < chosen.length; from += CHUNK_SIZE) {
      const [first, last] = [chosen[from], chosen[Math.min(from + CHUNK_SIZE, chosen.length) - 1]];
      if (first?.index !== undefined && last?.index !== undefined)
        this.#ranges.push({ first: first.index, last: last.index });
    }
    for (const one of chosen) {
      this.#listed.set(one.person.id, one.place);
      this.#selected.push(one);
    }
    return {
      people: chosen.length,
      units,
      read,
      fitting: read,
      chunks: Math.ceil(chosen.length / CHUNK_SIZE),
      lastChosen: lastChosen ? this.#positionOf(lastChosen) : null,
      lastRead: lastRead ? this.#positionOf(lastRead) : null,
    };
  }

  #positionOf(entry: Entry): Position {
    return { at: String(this.#keyOf(entry)), id: entry.person.id };
  }

  async findNewcomers(_plan: Plan, limit: number): Promise<InLine[]> {
    return this.#firstOf(this.#newcomers, limit, () => true);
  }

  async findReturned({ next, isLineRead }: Plan & { readonly next: Position }, limit: number): Promise<InLine[]> {
    return this.#firstOf(this.#mayReturn, limit, (entry) => isLineRead || !this.#isAfter(entry, next));
  }

  #firstOf(entries: readonly Entry[], limit: number, isMeant: (entry: Entry) => boolean): InLine[] {
    const found: InLine[] = [];
    for (const entry of entries) {
      if (found.length >= limit || entry.place > this.#now) break;
      if (!this.#isAt(entry) || !this.#isFree(entry) || !isMeant(entry)) continue;
      found.push({ id: entry.person.id, place: String(entry.place), quantity: wantedAt(entry.person, this.#now) });
    }
    return found;
  }

  async choose(_plan: Plan, people: readonly Chosen[]): Promise<void> {
    for (const { id, place, wanted, reserved } of people) {
      const person = this.#people.get(id);
      if (!person) throw new Error(`Subscription ${id} is not in this line`);
      this.#listed.set(id, Number(place));
      this.#selected.push({ person, place: Number(place), wanted, reserved });
    }
  }
}
