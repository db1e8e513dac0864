import fc from "fast-check";
import type { AlertPolicy } from "../../src/features/alerts/plans/policy.ts";
import { STATES, type State } from "../../src/features/subscriptions/state.ts";

// A model of the alerts for one product of one shop: what people did, and what the mail provider was given.

const UNITS_MAX = 3;
const PEOPLE_MAX = 6;

/** How the provider answers. "down": it answers nobody. */
export type ProviderAnswer = "sent" | "rejected" | "deferred" | "down" | "unknown";

const verb = <Verb extends string>(...names: Verb[]) => fc.constantFrom(...names);
const policy = fc.record({
  audience: verb("all", "per-unit", "per-unit", "waves"),
  order: verb("oldest", "oldest", "newest", "drawn"),
  perUnit: fc.integer({ min: 1, max: 2 }),
  waveSize: fc.integer({ min: 1, max: 3 }),
  waitSeconds: fc.constantFrom(0, 3_600),
  offerMinutes: fc.constantFrom(0, 60),
  afterOffer: verb("keep", "leave"),
  requireApproval: fc.integer({ min: 0, max: 9 }).map((one) => one === 9),
});

/** A few policies, so that shops can be used again. */
const POLICIES = fc.sample(policy, { seed: 1, numRuns: 48 });

/** One of those people to whom the action can apply. */
const nth = fc.nat({ max: PEOPLE_MAX - 1 });
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: verb("stock"), quantity: fc.constantFrom(0, 0, 1, 1, 2, 3, 6) }) },
  { weight: 6, arbitrary: fc.record({ do: verb("sign-up", "sign-up", "sign-up", "ask", "confirm", "confirm"), nth }) },
  { weight: 1, arbitrary: fc.record({ do: verb("want"), nth, quantity: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 7, arbitrary: fc.record({ do: verb("accept", "decline", "decline", "leave", "leave", "buy"), nth }) },
  // The newest plan is 0.
  { weight: 2, arbitrary: fc.record({ do: verb("hold", "resume", "resume", "cancel"), plan: fc.nat({ max: 1 }) }) },
  // A guest logs in. The merchant changes the policy to one of the others.
  { weight: 1, arbitrary: fc.record({ do: verb("merge") }) },
  { weight: 1, arbitrary: fc.record({ do: verb("policy"), to: fc.nat({ max: POLICIES.length - 1 }) }) },
  // "later" ends the waits of plans and chunks, "expire" the offers. "crash": a worker leases a chunk and dies.
  { weight: 4, arbitrary: fc.record({ do: verb("later", "later", "later", "expire", "expire", "crash", "send") }) },
);
export type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

const round = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
  /** Which steps of the worker follow. */
  reads: fc.constantFrom(true, true, true, false),
  runsWaves: fc.constantFrom(true, true, true, false),
  delivers: verb("all", "all", "all", "one", "none"),
  /** The provider's answers: person n gets the n-th one, again and again. */
  answers: fc.array(
    fc.oneof(
      { weight: 7, arbitrary: verb("sent") },
      { weight: 3, arbitrary: verb("rejected", "deferred", "down", "unknown") },
    ),
    { minLength: 1, maxLength: 3 },
  ),
});

/** The policy of a shop, how many units each person wants, how many of them wait at first, and what happens then. */
export const sequences = fc.record({
  policy: fc.constantFrom(...POLICIES),
  quantities: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: PEOPLE_MAX, maxLength: PEOPLE_MAX }),
  line: fc.integer({ min: 1, max: PEOPLE_MAX - 1 }),
  units: fc.nat({ max: 4 }),
  rounds: fc.array(round, { minLength: 1, maxLength: 5 }),
});
export type Sequence = typeof sequences extends fc.Arbitrary<infer One> ? One : never;

type Person = {
  state: State | "stranger";
  quantity: number;
  /** The order of the line: a higher number joined later. */
  joined: number;
  /** Whether the subscription belongs to the browser that asked for it. */
  isOfBrowser: boolean;
  /** Whether this person confirmed a sign-up while nobody else waited or had an offer. */
  isFirst: boolean;
  /** Whether they asked for alerts in a browser and have not confirmed that. */
  hasAsked: boolean;
  isSuppressed: boolean;
  hasAccepted: boolean;
  /** What becomes of them if they do not take their offer. */
  afterOffer: "keep" | "leave";
  /** Whether the time of their offer is over. The worker ends it later. */
  isOfferOver: boolean;
};

/** A message that the provider was given. */
export type Handed = { readonly planId: string; readonly who: number; readonly answer: ProviderAnswer };

/** The rows of a shop. People have the number that their address begins with. */
export type Rows = {
  readonly people: readonly {
    readonly who: number;
    readonly id: string;
    readonly state: number;
    readonly quantity: number;
    /** Null for people who are not in line. */
    readonly place: string | null;
    readonly quantityInLine: number | null;
  }[];
  /** Newest first. */
  readonly plans: readonly {
    readonly id: string;
    readonly cause: number;
    readonly number: number;
    readonly state: number;
    readonly told: number;
    readonly failures: number;
    readonly isScheduled: boolean;
    readonly joinedUntil: string | null;
    readonly policy: AlertPolicy;
  }[];
  readonly chunks: readonly {
    readonly planId: string;
    readonly state: number;
    readonly ids: readonly string[] | null;
  }[];
  readonly offers: readonly {
    readonly planId: string;
    readonly who: number;
    readonly units: number;
    readonly state: number;
  }[];
  readonly deliveries: readonly {
    readonly planId: string;
    readonly who: number;
    readonly state: number;
    readonly reason: number;
  }[];
  readonly stock: {
    readonly quantity: number;
    readonly arrived: number;
    readonly number: number;
    readonly isIn: boolean;
  };
};
type PlanRow = Rows["plans"][number];

const [OPEN, HELD, DONE] = [0, 1, 2];
const CHUNK_HELD = 3;
const OFFER_CHOSEN = 0;
const OFFER_ENDED = 3;
const TRIES_MAX = 5;
const NOTIFIES: readonly ProviderAnswer[] = ["sent", "unknown"];
const isOpen = ({ state }: Person) => state === "waiting" || state === "offered";
const CAN: Record<Extract<Action, { nth: number }>["do"], (person: Person) => boolean> = {
  "sign-up": (person) => !isOpen(person),
  want: isOpen,
  ask: (person) => !isOpen(person),
  confirm: ({ hasAsked }) => hasAsked,
  leave: isOpen,
  accept: ({ state }) => state === "offered",
  decline: ({ state }) => state === "offered",
  buy: (person) => isOpen(person) || person.state === "notified",
};
const NO_ROWS: Rows = {
  people: [],
  plans: [],
  chunks: [],
  offers: [],
  deliveries: [],
  stock: { quantity: 0, arrived: 0, number: 0, isIn: false },
};

function expectThat(holds: boolean, otherwise: () => string) {
  if (!holds) throw new Error(otherwise());
}

export class AlertModel {
  readonly people: Person[];
  policy: Sequence["policy"];
  readonly #quantities: readonly number[];
  #joined = 0;
  /** The provider's answers by plan and person, and the units that the person wanted. */
  readonly #handed = new Map<string, { readonly answers: readonly ProviderAnswer[]; readonly units: number }>();
  /** Plans that the merchant paused or cancelled. Those of a shop with approval begin paused. */
  readonly #paused = new Set<string>();
  readonly #cancelled = new Set<string>();
  readonly #approved = new Set<string>();
  /** Plans whose people may be notified in another order: the provider was down, or a worker crashed. */
  readonly #outOfOrder = new Set<string>();
  /** The most units that a plan could share out. */
  readonly #arrived = new Map<string, number>();
  /** Whether somebody wanted another quantity while they waited: plans counted the first one. */
  #hasChangedQuantity = false;
  /** The policies that the shop had since the last check. */
  #policies: Sequence["policy"][];
  rows = NO_ROWS;

  constructor({ policy: of, quantities }: Pick<Sequence, "policy" | "quantities">) {
    this.policy = of;
    this.#policies = [of];
    this.#quantities = quantities;
    this.people = quantities.map((quantity) => ({
      state: "stranger",
      quantity,
      joined: 0,
      isOfBrowser: false,
      isFirst: false,
      hasAsked: false,
      isSuppressed: false,
      hasAccepted: false,
      afterOffer: "keep",
      isOfferOver: false,
    }));
  }

  person(index: number): Person {
    const person = this.people[index];
    if (!person) throw new Error(`There is no person ${index}`);
    return person;
  }

  /** The person whom an action is about: the n-th of those to whom it can apply, if there is one. */
  choose(wanted: Extract<Action, { nth: number }>["do"], place: number): number | undefined {
    const some = this.people.flatMap((person, index) => (CAN[wanted](person) ? [index] : []));
    return some[place % some.length];
  }

  quantityOf(index: number): number {
    return this.#quantities[index] ?? 1;
  }

  isOpen = isOpen;

  #join(person: Person, isOfBrowser: boolean) {
    person.isOfBrowser = isOfBrowser;
    person.isFirst = isOfBrowser && !this.people.some(isOpen);
    if (person.isSuppressed) {
      person.state = "undeliverable";
      return;
    }
    person.state = "waiting";
    person.hasAccepted = false;
    this.#joined += 1;
    person.joined = this.#joined;
  }

  /** The shop signs somebody up. */
  signUp(index: number, quantity = this.quantityOf(index)) {
    const person = this.person(index);
    if (this.isOpen(person)) this.#hasChangedQuantity ||= person.quantity !== quantity;
    else this.#join(person, false);
    person.quantity = quantity;
  }

  ask(index: number) {
    this.person(index).hasAsked = true;
  }

  /** A shopper clicks the confirmation link of a sign-up. */
  confirm(index: number) {
    const person = this.person(index);
    const quantity = this.quantityOf(index);
    person.hasAsked = false;
    if (this.isOpen(person)) {
      if (!person.isOfBrowser) return;
      this.#hasChangedQuantity ||= person.quantity !== quantity;
    } else this.#join(person, true);
    person.quantity = quantity;
  }

  leave(index: number) {
    const person = this.person(index);
    if (this.isOpen(person)) person.state = "unsubscribed";
  }

  buy(index: number) {
    const person = this.person(index);
    if (this.isOpen(person) || person.state === "notified") person.state = "bought";
  }

  answer(index: number, answer: "accept" | "decline") {
    const person = this.person(index);
    if (person.state !== "offered" || person.hasAccepted || person.isOfferOver) return;
    if (answer === "accept") person.hasAccepted = true;
    else this.#endOffer(person);
  }

  #endOffer(person: Person) {
    if (person.hasAccepted) person.state = "notified";
    else person.state = person.afterOffer === "leave" ? "expired" : "waiting";
  }

  passOfferTime() {
    for (const person of this.people) person.isOfferOver = person.state === "offered";
  }

  /** The worker ends the offers whose time is over. */
  expireOffers() {
    for (const person of this.people) if (person.state === "offered" && person.isOfferOver) this.#endOffer(person);
  }

  control(planId: string, command: "hold" | "resume" | "cancel") {
    if (command === "hold") this.#paused.add(planId);
    else if (command === "resume") {
      this.#paused.delete(planId);
      this.#approved.add(planId);
    } else this.#cancelled.add(planId);
  }

  /** The merchant changes the policy, to one with the same approval. Returns the new one. */
  changePolicy(to: number): Sequence["policy"] {
    const others = POLICIES.filter(({ requireApproval }) => requireApproval === this.policy.requireApproval);
    this.policy = others[to % others.length] ?? this.policy;
    this.#policies.push(this.policy);
    return this.policy;
  }

  crash(planId: string) {
    this.#outOfOrder.add(planId);
  }

  /** Compares the shop's rows after a round with what people did and what the provider was given. */
  check(rows: Rows, handed: readonly Handed[]) {
    const before = this.rows;
    this.rows = rows;
    for (const plan of rows.plans) {
      const arrived = Math.max(this.#arrived.get(plan.id) ?? 0, rows.stock.arrived);
      if (plan.state === OPEN || plan.state === DONE) this.#arrived.set(plan.id, arrived);
      expectThat(plan.failures === 0, () => `a wave of plan ${plan.number} failed`);
      expectThat(plan.state !== OPEN || plan.isScheduled, () => `plan ${plan.number} is open and never runs again`);
    }
    for (const one of handed) if (one.answer === "down") this.#outOfOrder.add(one.planId);
    for (const one of handed) this.#hand(one);
    for (const { planId, who } of handed) this.#checkOrder(this.#planOf(planId), this.person(who));
    this.#checkPeople();
    this.#checkDeliveries();
    this.#checkPolicies(before);
    this.#checkReserved(before);
    this.#checkUnits();
  }

  /** A plan has the policy that the shop has when it is made, and keeps it. */
  #checkPolicies(before: Rows) {
    for (const plan of this.rows.plans) {
      const earlier = before.plans.find(({ id }) => id === plan.id);
      const allowed = earlier ? [earlier.policy] : this.#policies;
      const isAllowed = allowed.some((one) => rulesOf(one) === rulesOf(plan.policy));
      expectThat(isAllowed, () => `plan ${plan.number} has the policy ${rulesOf(plan.policy)}`);
    }
    this.#policies = [this.policy];
  }

  #planOf(id: string): PlanRow {
    const plan = this.rows.plans.find((one) => one.id === id);
    if (!plan) throw new Error(`There is no plan ${id}`);
    return plan;
  }

  #hand({ planId, who: index, answer }: Handed) {
    const person = this.person(index);
    const plan = this.#planOf(planId);
    const name = `person ${index}, plan ${plan.number}`;
    const earlier = this.#answersTo(planId, index);
    const isNotified = earlier.some((one) => NOTIFIES.includes(one));
    expectThat(!isNotified, () => `${name}: notified twice`);
    expectThat(person.state === "waiting", () => `${name}: got a message, but is ${person.state}`);
    const isPaused = this.#paused.has(planId) || (this.policy.requireApproval && !this.#approved.has(planId));
    expectThat(!isPaused && !this.#cancelled.has(planId), () => `${name}: got a message of a plan that is stopped`);
    const units = Math.min(person.quantity, UNITS_MAX);
    this.#handed.set(`${planId} ${index}`, { answers: [...earlier, answer], units });
    if (NOTIFIES.includes(answer)) {
      person.state = plan.policy.offer ? "offered" : "notified";
      person.hasAccepted = false;
      person.isOfferOver = false;
      person.afterOffer = plan.policy.offer?.after ?? "keep";
    } else if (answer === "rejected") {
      person.state = "undeliverable";
      person.isSuppressed = true;
    } else if (this.#hasGivenUp(planId, index)) person.state = "undeliverable";
  }

  #answersTo = (planId: string, index: number) => this.#handed.get(`${planId} ${index}`)?.answers ?? [];
  #hasGivenUp = (planId: string, index: number) =>
    this.#answersTo(planId, index).filter((answer) => answer === "deferred").length >= TRIES_MAX;

  /** Nobody is notified while somebody of the plan waits longer, unless the plan has tried them or is done with them. */
  #checkOrder(plan: PlanRow, { joined }: Person) {
    if (plan.policy.order !== "oldest" || this.#outOfOrder.has(plan.id)) return;
    for (const { who } of this.#membersLeft(plan).filter((one) => !this.#hasReturned(plan, one.who))) {
      const isTried = this.#answersTo(plan.id, who).length > 0;
      const isBehind = this.person(who).joined > joined;
      expectThat(isTried || isBehind, () => `plan ${plan.number} passed over person ${who}`);
    }
  }

  /** The people of a plan who wait and have no delivery of it. */
  #membersLeft = ({ id, joinedUntil }: PlanRow) =>
    this.rows.people.filter(
      ({ who, place }) =>
        place !== null &&
        joinedUntil !== null &&
        BigInt(place) <= BigInt(joinedUntil) &&
        !this.rows.deliveries.some((one) => one.planId === id && one.who === who),
    );

  /** Whether somebody may have come back to their place after an offer of another plan: a wave may have passed it. */
  #hasReturned = ({ id }: PlanRow, who: number) =>
    this.rows.offers.some((one) => one.planId !== id && one.who === who && one.state >= OFFER_ENDED);

  #checkPeople() {
    const found = this.rows.people.toSorted((one, other) => one.who - other.who);
    const expected = this.people.flatMap(({ state, quantity }, index) =>
      state === "stranger" ? [] : [{ who: index, state: STATES[state], quantity, isInLine: state === "waiting" }],
    );
    const actual = found.map(({ who: index, state, quantity, place }) => ({
      who: index,
      state,
      quantity,
      isInLine: place !== null,
    }));
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
    expectThat(is === should, () => `people are ${is}, not ${should}`);
    const line = found.filter(({ place }) => place !== null);
    for (const one of line)
      expectThat(one.quantity === one.quantityInLine, () => `person ${one.who} has another quantity in line`);
    const inLine = line.toSorted((one, other) => Number(BigInt(one.place ?? 0) - BigInt(other.place ?? 0)));
    const inModel = line.toSorted((one, other) => this.person(one.who).joined - this.person(other.who).joined);
    const order = (people: typeof line) => people.map((one) => one.who).join(" ");
    expectThat(order(inLine) === order(inModel), () => `the line is ${order(inLine)}, not ${order(inModel)}`);
  }

  /** Every message that ended has one delivery, and no one else has one, except for offers that sold out. */
  #checkDeliveries() {
    const found = new Map(this.rows.deliveries.map((one) => [`${one.planId} ${one.who}`, one]));
    expectThat(found.size === this.rows.deliveries.length, () => "somebody has two deliveries of a plan");
    for (const [key, { answers }] of this.#handed) {
      const [planId = "", index = ""] = key.split(" ");
      const hasOffer = this.#planOf(planId).policy.offer !== undefined;
      const expected = deliveryOf(answers.at(-1) ?? "down", hasOffer, this.#hasGivenUp(planId, Number(index)));
      const row = found.get(key);
      if (expected === undefined && row?.reason !== SOLD_OUT) {
        expectThat(row === undefined, () => `person ${index} has a delivery, but got no message`);
      } else if (expected !== undefined) {
        const is = row ? `${row.state} ${row.reason}` : "missing";
        expectThat(is === expected, () => `the delivery of person ${index} is ${is}, not ${expected}`);
      }
      found.delete(key);
    }
    for (const { who: index, reason } of found.values())
      expectThat(reason === SOLD_OUT, () => `person ${index} has a delivery with reason ${reason}, but got no message`);
  }

  /** Units that offers reserve. An offer to somebody who left reserves nothing. */
  #reserved = () =>
    this.rows.offers
      .filter((one) => one.state < OFFER_ENDED && this.isOpen(this.person(one.who)))
      .reduce((sum, { units }) => sum + units, 0);

  #checkReserved(before: Rows) {
    const known = new Set(before.offers.map((one) => `${one.planId} ${one.who}`));
    if (this.rows.offers.every((one) => known.has(`${one.planId} ${one.who}`))) return;
    const { quantity } = this.rows.stock;
    expectThat(this.#reserved() <= quantity, () => `${this.#reserved()} units are reserved, of ${quantity}`);
  }

  /** The units that the people wanted whom a plan notified. */
  #unitsOf = (planId: string) =>
    [...this.#handed]
      .filter(([key, { answers }]) => key.startsWith(`${planId} `) && NOTIFIES.includes(answers.at(-1) ?? "down"))
      .reduce((sum, [, { units }]) => sum + units, 0);

  #sharesUnits = ({ policy: { audience, offer, ignoresStock } }: PlanRow) =>
    audience === "per-unit" && !offer && !ignoresStock;

  /** Nobody is notified of units that did not come. The last person of a wave may want more than there is. */
  #checkUnits() {
    for (const plan of this.rows.plans) {
      const { waitSeconds, perUnit } = plan.policy;
      if (!this.#sharesUnits(plan) || waitSeconds > 0 || this.#hasChangedQuantity) continue;
      const most = perUnit * (this.#arrived.get(plan.id) ?? 0) + UNITS_MAX - 1;
      const notified = this.#unitsOf(plan.id);
      expectThat(notified <= most, () => `plan ${plan.number}: notified of ${notified} units, of ${most} at most`);
    }
  }

  /** Checks the shop after the worker has done all that there is to do, while the provider was up. */
  checkAtRest() {
    const { chunks, plans, offers } = this.rows;
    for (const { planId, state } of chunks) {
      const plan = this.#planOf(planId);
      const isHeld = plan.state === HELD && state === CHUNK_HELD;
      expectThat(isHeld, () => `a chunk of plan ${plan.number} is left, in state ${state}`);
    }
    const isHeld = (planId: string) => this.#planOf(planId).state === HELD;
    for (const one of offers)
      expectThat(
        one.state !== OFFER_CHOSEN || isHeld(one.planId) || !this.isOpen(this.person(one.who)),
        () => `units are reserved for person ${one.who}, who gets no message`,
      );
    for (const person of this.people)
      if (person.state === "offered") {
        const index = this.people.indexOf(person);
        const isReserved = offers.some((one) => one.who === index && one.state < OFFER_ENDED);
        expectThat(isReserved, () => `person ${index} has an offer that reserves nothing`);
      }
    for (const plan of plans) this.#checkPlanAtRest(plan);
  }

  #checkPlanAtRest(plan: PlanRow) {
    const { policy: of, state, told, number, cause } = plan;
    if (state !== OPEN && state !== DONE) return;
    if (this.#sharesUnits(plan) && !this.#hasChangedQuantity) {
      const notified = this.#unitsOf(plan.id);
      expectThat(told === notified, () => `plan ${number} counts ${told} units, not ${notified}`);
    }
    const { stock } = this.rows;
    const isIn = of.ignoresStock || (stock.isIn && (cause === 1 || stock.number === number));
    if (!isIn || plan !== this.rows.plans[0]) return;
    if (cause === 1 && (of.offer || this.#sharesUnits(plan))) return;
    // A merchant's alerts are for those in line. Somebody who had an offer then is not among them.
    const passed = this.#membersLeft(plan).filter((one) => cause === 0 || !this.#hasReturned(plan, one.who));
    const free = of.offer
      ? stock.quantity - this.#reserved()
      : this.#sharesUnits(plan) && of.waitSeconds === 0
        ? of.perUnit * stock.arrived - told
        : 1;
    if (passed.length === 0) passed.push(...this.#confirmedLate(plan));
    expectThat(
      passed.length === 0 || free <= 0,
      () => `plan ${number} passed over ${passed.map((one) => `person ${one.who}`).join(", ")} with ${free} units left`,
    );
  }

  /** A shopper who confirmed a sign-up after the plan began, while nobody was ahead of them, is notified at once. A shopper
   *  whom the plan has notified before waits for the next restock. */
  #confirmedLate({ id, cause, joinedUntil }: PlanRow) {
    return this.rows.people.filter(
      ({ who, place }) =>
        place !== null &&
        joinedUntil !== null &&
        BigInt(place) > BigInt(joinedUntil) &&
        cause === 0 &&
        this.person(who).isFirst &&
        !this.rows.deliveries.some((one) => one.planId === id && one.who === who),
    );
  }
}

const rulesOf = (of: Pick<AlertPolicy, "audience" | "order" | "perUnit" | "waveSize" | "waitSeconds">) =>
  [of.audience, of.order, of.perUnit, of.waveSize, of.waitSeconds].join(" ");

const SOLD_OUT = 9;
/** The state and reason of the delivery after the last answer; undefined while there is none. */
function deliveryOf(answer: ProviderAnswer, hasOffer: boolean, hasGivenUp: boolean): string | undefined {
  if (answer === "sent") return hasOffer ? "1 3" : "1 1";
  if (answer === "unknown") return hasOffer ? "4 4" : "4 2";
  if (answer === "rejected") return "3 5";
  return hasGivenUp ? "3 7" : undefined;
}
