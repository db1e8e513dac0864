import fc from "fast-check";
import { expect } from "vitest";
import { EMAIL } from "../../src/features/subscriptions/address.ts";
import type { ContactId } from "../../src/platform/ids.ts";
import { look } from "../fixtures/database.ts";
import { type Answer, aService, aUuid, type Person, type TestStore } from "../fixtures/service.ts";
import { good } from "../fixtures/shopper-lists.ts";
import {
  aProduct,
  confirmationsOf,
  subscribeAs,
  subscriptionRows,
  subscriptionsOf,
} from "../fixtures/subscription-calls.ts";

const withMail = { KEEPSAKE_SMTP_URL: "smtp://127.0.0.1:1", KEEPSAKE_PUBLIC_URL: "https://alerts.example" };
export const service = aService({ env: withMail });

// Ada and Bob own an address each and use two browsers. The stranger uses two more and owns no address.
const OWNERS = ["ada", "bob"] as const;
export const BROWSERS = ["ada", "ada", "bob", "bob", "stranger", "stranger"] as const;

const anOwner = fc.constantFrom(...OWNERS);
const browser = fc.nat({ max: BROWSERS.length - 1 });
const variant = fc.integer({ min: 1, max: 2 });
const mailingList = fc.constantFrom("", "0", "1");
export const actions = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant("sign-up" as const), browser, owner: anOwner, variant, mailingList }),
    },
    // The newest mail is 0.
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant("confirm" as const), owner: anOwner, mail: fc.nat({ max: 4 }) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), browser, variant }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("unsubscribe" as const), owner: anOwner }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("log-in" as const), browser }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("shop" as const), owner: anOwner, variant }) },
  ),
  { minLength: 5, maxLength: 25 },
);
export type Action = typeof actions extends fc.Arbitrary<(infer One)[]> ? One : never;

/** A subscription: who holds it ("guest 0", "account ada" or "shop"), and the quantity and extras of its last change. The
 *  quantity is the number of the step that made it. */
type Held = { by: string; quantity: number; extras: string | null; isOpen: boolean };
/** What a contact has agreed to. */
type Agreed = { locale: string | null; currency: string | null; listed: boolean | null };
const NOTHING: Agreed = { locale: null, currency: null, listed: null };
type SignUp = Agreed & { owner: string; variant: number | string; by: string; quantity: number; extras: string | null };
/** As in the service: who says that the address belongs to the person who signs up. */
type Proof = "shop" | "link" | "none";

const expectServed = ({ status, text }: Answer) =>
  expect(status === 200 ? "served" : `${status} ${text}`).toBe("served");
const sorted = <T>(map: Map<string, T>) => [...map].toSorted(([one], [two]) => one.localeCompare(two));
const ownerOf = (address: string) => address.replace(/-.*/, "");
/** Two letters for a number below 676. */
const toLetters = (number: number) =>
  String.fromCodePoint(65 + Math.floor(number / 26)) + String.fromCodePoint(65 + (number % 26));
const expectSame = (found: unknown, expected: unknown) => expect(found).toEqual(expected);

export class World {
  readonly store: TestStore;
  readonly needsConfirmation: boolean;
  readonly people: Person[] = [];
  readonly names = BROWSERS.map((_, index) => `guest ${index}`);
  /** The subscriptions that there should be, by "owner variant". Those that are not open were unsubscribed. */
  readonly held = new Map<string, Held>();
  /** The contacts that there should be, by owner. */
  readonly agreed = new Map<string, Agreed>();
  /** The mails that ask for a confirmation, with the step that caused each, oldest first. */
  readonly mails: { owner: string; token: string; step: number }[] = [];
  steps = 0;
  // Mails are limited per address in all stores together, so each world has addresses of its own.
  readonly id = aUuid();

  constructor(store: TestStore, needsConfirmation: boolean) {
    this.store = store;
    this.needsConfirmation = needsConfirmation;
  }

  addressOf(owner: string) {
    return `${owner}-${this.id}@example.com`;
  }

  person(index: number) {
    const person = this.people[index];
    const name = this.names[index];
    if (!person || !name) throw new Error("There is no such browser");
    return { person, name };
  }

  async nameOf(shopperId: string | null) {
    if (shopperId === null) return "shop";
    for (const [index, person] of this.people.entries()) {
      if ((await this.store.identify(person)).id === shopperId) return this.names[index];
    }
    return "nobody";
  }

  signUp({ owner, variant: epi, by, quantity, extras, ...terms }: SignUp, proof: Proof) {
    const agreed = this.agreed.get(owner);
    if (!agreed || proof !== "none") {
      const { locale, currency, listed } = agreed ?? NOTHING;
      this.agreed.set(owner, {
        locale: terms.locale ?? locale,
        currency: terms.currency ?? currency,
        listed: terms.listed ?? listed,
      });
    }
    const key = `${owner} ${epi}`;
    const held = this.held.get(key);
    const isOwn = held?.by === by;
    const holdAs = (holder: string) =>
      this.held.set(key, { by: holder, quantity, extras: extras ?? held?.extras ?? null, isOpen: true });
    if (!held) {
      if (proof !== "none" || !this.hasLeft(owner, by)) holdAs(by);
    } else if (held.isOpen) {
      if (isOwn || proof === "shop") holdAs(held.by === "shop" ? by : held.by);
    } else if (isOwn || proof !== "none") holdAs(by);
  }

  /** Whether an address has nothing open, and something that somebody else unsubscribed. */
  hasLeft(owner: string, by: string) {
    const ofOwner = [...this.held].filter(([key]) => key.startsWith(owner)).map(([, held]) => held);
    return ofOwner.every(({ isOpen }) => !isOpen) && ofOwner.some((held) => held.by !== by);
  }

  end(key: string) {
    const held = this.held.get(key);
    if (held) held.isOpen = false;
  }

  async play(action: Action) {
    this.steps += 1;
    const { store, steps: quantity } = this;
    if (action.kind === "sign-up") {
      const { person, name } = this.person(action.browser);
      const { owner, variant: epi } = action;
      const [locale, currency, extras] = [`fr-${quantity}`, `E${toLetters(quantity)}`, `extras ${quantity}`];
      const listed = action.mailingList === "" ? null : action.mailingList === "1";
      const terms = { locale, currency, extras, ...(listed === null ? {} : { addtomailinglist: action.mailingList }) };
      await this.forgetMailLimits(owner);
      const products = [aProduct(epi, { qty: quantity })];
      good(await subscriptionsOf(store, person).create(this.addressOf(owner), products, terms));
      const isVouchedFor = name === `account ${owner}`;
      if (isVouchedFor || !this.needsConfirmation) {
        const signUp = { owner, variant: epi, by: name, quantity, extras, locale, currency, listed };
        this.signUp(signUp, isVouchedFor ? "shop" : "none");
      } else {
        const [newest] = (await confirmationsOf(store)).slice(-1);
        this.mails.push({ owner, token: newest?.token ?? "", step: quantity });
      }
    } else if (action.kind === "confirm") {
      const mails = this.mails.filter(({ owner }) => owner === action.owner).toReversed();
      const mail = mails[Math.min(action.mail, mails.length - 1)];
      if (!mail) return;
      const requests = await this.requestsOf(mail.token);
      expectServed(await store.admin("/alerts/confirm", { token: mail.token }, { key: null }));
      for (const { shopperId, ...request } of requests) {
        // A link confirms nothing that was asked for after its mail.
        if (request.quantity > mail.step) continue;
        const by = (await this.nameOf(shopperId)) ?? "";
        this.signUp({ ...request, owner: action.owner, by }, "link");
      }
    } else if (action.kind === "remove") {
      const { person, name } = this.person(action.browser);
      good(await subscriptionsOf(store, person).remove({ epi: String(action.variant) }));
      for (const one of OWNERS) {
        const key = `${one} ${action.variant}`;
        if (this.held.get(key)?.by === name || name === `account ${one}`) this.end(key);
      }
    } else if (action.kind === "unsubscribe") {
      const [contact] = await look<{ id: ContactId }>("select id from contacts where store_id = $1 and value = $2", [
        store.id,
        this.addressOf(action.owner),
      ]);
      if (!contact) return;
      const token = service.deps.links.tokenFor({ storeId: store.id, contactId: contact.id });
      expectServed(await store.admin("/alerts/unsubscribe", { token }, { key: null }));
      for (const n of [1, 2]) this.end(`${action.owner} ${n}`);
    } else if (action.kind === "log-in") {
      const { person, name } = this.person(action.browser);
      if (name.startsWith("account")) return;
      const owner = BROWSERS[action.browser] ?? "";
      this.people[action.browser] = good(
        await store.sync({ regid: person.regid, useremail: this.addressOf(owner) }),
      ) as unknown as Person;
      this.names[action.browser] = `account ${owner}`;
      for (const held of this.held.values()) if (held.by === name) held.by = `account ${owner}`;
    } else {
      const { owner, variant: epi } = action;
      good(await subscribeAs(store, this.addressOf(owner), [aProduct(epi, { qty: quantity })]));
      this.signUp({ ...NOTHING, owner, variant: epi, by: "shop", quantity, extras: null }, "shop");
    }
  }

  /** What is not confirmed yet in the batch of a link, oldest first. */
  requestsOf(token: string) {
    const batch = service.deps.links.readConfirmation(token);
    return look<Omit<SignUp, "owner" | "by"> & { shopperId: string }>(
      `select v.platform_id as variant, r.shopper_id as "shopperId", r.quantity, r.extras, r.locale, r.currency, r.on_mailing_list as listed
      from sign_up_requests r join variants v on v.id = r.variant_id
      where r.store_id = $1 and r.batch_id = $2 and r.confirmed_at is null order by r.quantity`,
      [this.store.id, batch?.batchId],
    );
  }

  /** Lets every sign-up send a mail, whose link can then be pressed. */
  async forgetMailLimits(owner: string) {
    const address = { medium: EMAIL, value: this.addressOf(owner) } as const;
    const hashes = [service.deps.hashAddress(address), service.deps.hashAddress(address, this.store.id)];
    await look("delete from confirmations where address_hash = any($1)", [hashes]);
  }

  async check() {
    const found = new Map<string, Held>();
    for (const { value, epi, shopperId, quantity, extras, state } of await subscriptionRows(this.store)) {
      const by = (await this.nameOf(shopperId)) ?? "";
      found.set(`${ownerOf(value)} ${epi}`, { by, quantity, extras, isOpen: state === 1 });
    }
    expectSame(sorted(found), sorted(this.held));
    const contacts = await look<Agreed & { value: string }>(
      "select value, locale, currency, on_mailing_list as listed from contacts where store_id = $1",
      [this.store.id],
    );
    const agreed = new Map(contacts.map(({ value, ...terms }) => [ownerOf(value), terms]));
    expectSame(sorted(agreed), sorted(this.agreed));
  }
}
