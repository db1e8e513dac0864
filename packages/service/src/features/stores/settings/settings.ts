import { type Static, Type } from "typebox";
import type { Policy } from "../../../platform/http/limits.ts";
import type { Medium, SendLimits } from "../../../platform/messaging/send-counts.ts";

const Limit = Type.Object({
  points: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  seconds: Type.Integer({ minimum: 1, maximum: 3_600 }),
});

export const IDLE_DAYS_MAX = 400;

/** The shortest time for which lists of guests and addresses of people who left may be kept. */
export const KEEP_DAYS_MIN = 30;
const KeepDays = Type.Integer({ minimum: KEEP_DAYS_MIN, maximum: 3_650 });

/** The settings of a store. A setting that is absent has its default, which the functions below define. */
export const StoreSettings = Type.Object({
  limits: Type.Optional(
    Type.Partial(
      Type.Object({
        key: Limit,
        shopper: Limit,
        visitor: Limit,
        reader: Limit,
        guest: Limit,
        storeGuests: Limit,
        confirmations: Limit,
        textConfirmations: Limit,
        unknownProducts: Limit,
        senderTests: Limit,
        senderChecks: Limit,
        senderCodes: Limit,
      }),
    ),
  ),
  origins: Type.Optional(Type.Array(Type.String({ pattern: "^https?://[^/\\s]{1,255}$" }), { maxItems: 50 })),
  shop: Type.Optional(
    Type.Partial(
      Type.Object({
        /** The address of the shop. It completes the paths of product pages. */
        url: Type.String({ maxLength: 300, pattern: "^https?://[^\\s]+$", examples: ["https://shop.example"] }),
      }),
    ),
  ),
  lists: Type.Optional(
    Type.Partial(
      Type.Object({
        itemsMax: Type.Integer({ minimum: 1, maximum: 50_000 }),
        listsMax: Type.Integer({ minimum: 1, maximum: 1_000 }),
        previewItems: Type.Integer({ minimum: 1, maximum: 100 }),
        /** How many variants shoppers may name that the catalogue does not have, all together. */
        unknownVariantsMax: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
        /** How many live streams the store's shoppers may have open, for each API process. */
        streamsMax: Type.Integer({ minimum: 0, maximum: 5_000 }),
        types: Type.Array(Type.String({ pattern: "^[\\w-]{1,40}$" }), { maxItems: 20 }),
        customItems: Type.Boolean(),
        /** Whether shoppers without an account may mail a list to a friend. */
        guestsMayMail: Type.Boolean(),
        /** How many lists the store's shoppers may mail in 24 hours, all together. */
        mailsPerDay: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      }),
    ),
  ),
  stock: Type.Optional(
    Type.Partial(
      Type.Object({
        minimum: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
        settleSeconds: Type.Integer({ minimum: 0, maximum: 86_400 }),
        lowAt: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      }),
    ),
  ),
  alerts: Type.Optional(
    Type.Partial(
      Type.Object({
        /** Whether shoppers must confirm their address: after a sign-up by the store's server, and after one in a browser. */
        doubleOptIn: Type.Boolean(),
        browserDoubleOptIn: Type.Boolean(),
        /** How many confirmation mails and text messages browsers may cause a day, all together. */
        confirmationsPerDay: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
        textConfirmationsPerDay: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
        /** Plans start paused: the merchant resumes them. */
        requireApproval: Type.Boolean(),
        audience: Type.Union([Type.Literal("all"), Type.Literal("per-unit"), Type.Literal("waves")]),
        order: Type.Union([Type.Literal("oldest"), Type.Literal("newest"), Type.Literal("drawn")]),
        perUnit: Type.Integer({ minimum: 1, maximum: 1_000 }),
        waveSize: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
        waitSeconds: Type.Integer({ minimum: 0, maximum: 604_800 }),
        /** How long units are reserved for a shopper who is notified of a restock; 0: they are not reserved. */
        offerMinutes: Type.Integer({ minimum: 0, maximum: 10_080 }),
        /** How many units one shopper is offered at most, and counts as with `per-unit`, whatever they ask for. */
        unitsMax: Type.Integer({ minimum: 1, maximum: 999 }),
        /** Whether shoppers who decline or do not answer keep their place for the next restock. */
        afterOffer: Type.Union([Type.Literal("keep"), Type.Literal("leave")]),
        /** How many days the store keeps its past alerts, with who was notified and why. */
        historyDays: Type.Integer({ minimum: 30, maximum: 730 }),
        /** Topics of the shop's own, beside the built-in ones. */
        topics: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50 }),
        /** Whether the links of alerts lead over this service, which counts them, or to the product itself. */
        trackClicks: Type.Boolean(),
        /** The shop's colour, for buttons in mails and on hosted pages. */
        color: Type.String({ pattern: "^#[0-9a-fA-F]{6}$", examples: ["#25524d"] }),
      }),
    ),
  ),
  results: Type.Optional(
    Type.Partial(
      Type.Object({
        /** For how many days before an order a click, an alert or a saved item can have led to it. */
        windowDays: Type.Integer({ minimum: 1, maximum: 90 }),
        /** Whether an alert that was delivered counts, although nobody followed its link. */
        viewThrough: Type.Boolean(),
      }),
    ),
  ),
  sending: Type.Optional(
    Type.Partial(
      Type.Object({
        /** How many mails and text messages of any kind the store sends in a day (UTC). The others wait. */
        mailsPerDay: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
        textsPerDay: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
        /** What a text message costs the store, and how much it spends on them in a day, in its own currency. */
        textPrice: Type.Number({ minimum: 0, maximum: 100 }),
        textSpendPerDay: Type.Number({ minimum: 0, maximum: 10_000_000 }),
        /** What the operator allows in a day, whatever the merchant sets. */
        mailsPerDayMax: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
        textsPerDayMax: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
      }),
    ),
  ),
  /** The sender of the store's alerts. Without one, alerts come from the operator's address. */
  sender: Type.Optional(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      address: Type.String({ minLength: 3, maxLength: 254 }),
      isVerified: Type.Boolean(),
    }),
  ),
  privacy: Type.Optional(
    Type.Partial(
      Type.Object({
        /** After how many days without a change the lists of a guest are deleted. Without it they are kept. */
        guestDays: KeepDays,
        /** After how many days without an open alert an address is deleted, with its consents and its history. Without it,
         *  it is kept. */
        leftDays: KeepDays,
        /** How many days a confirmed sign-up is kept whose alert belongs to somebody else. */
        requestDays: Type.Integer({ minimum: 4, maximum: 400 }),
      }),
    ),
  ),
  sessionTtlDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
  sessions: Type.Optional(
    Type.Partial(
      Type.Object({
        /** After how many days without use the session of an account in a browser ends. */
        idleDays: Type.Integer({ minimum: 1, maximum: IDLE_DAYS_MAX }),
        /** How hard a browser must work before it registers a guest, signs up or mails a list; 0: not at all. */
        proofOfWorkBits: Type.Integer({ minimum: 0, maximum: 22 }),
      }),
    ),
  ),
});
export type StoreSettings = Static<typeof StoreSettings>;

/** `key` limits one API key, `shopper` one shopper; for one IP address, `visitor` limits new identities, `reader` the
 *  calls that read without a session, and `guest` the guests who save or sign up for the first time, which makes a row.
 *  `storeGuests` limits these for the whole store. For one IP address again, `confirmations` and `textConfirmations`
 *  limit the sign-ups that send a mail or a text message to an address that may be a stranger's, and `unknownProducts`
 *  the variants that no earlier call has named and the catalogue does not have. For the whole store, `senderTests` limits
 *  its test messages and new signing keys, `senderChecks` its DNS checks, and `senderCodes` the codes that are mailed to a
 *  sender address and the attempts to enter them. */
export const DEFAULT_LIMITS = {
  key: { points: 6_000, seconds: 60 },
  shopper: { points: 600, seconds: 60 },
  visitor: { points: 120, seconds: 60 },
  reader: { points: 600, seconds: 60 },
  guest: { points: 1_200, seconds: 3_600 },
  storeGuests: { points: 50_000, seconds: 3_600 },
  confirmations: { points: 60, seconds: 3_600 },
  textConfirmations: { points: 10, seconds: 3_600 },
  unknownProducts: { points: 2_000, seconds: 3_600 },
  senderTests: { points: 6, seconds: 3_600 },
  senderChecks: { points: 60, seconds: 3_600 },
  senderCodes: { points: 20, seconds: 3_600 },
} as const satisfies Record<string, Omit<Policy, "name">>;

/** Limits wrong keys from one IP address. Not a setting of a store, because a wrong key belongs to no store. */
export const WRONG_KEYS: Policy = { name: "wrong-keys", points: 60, seconds: 60 };

/** Limits wrong sessions and unknown stores from one IP address. When a store ends all sessions, many shoppers of one
 *  address are refused once. */
export const REFUSED: Policy = { name: "refused", points: 600, seconds: 60 };

export const limitOf = (settings: StoreSettings, name: keyof typeof DEFAULT_LIMITS): Policy => ({
  name,
  ...(settings.limits?.[name] ?? DEFAULT_LIMITS[name]),
});

export const listRules = ({ lists = {} }: StoreSettings) => ({
  itemsMax: 1_000,
  listsMax: 200,
  previewItems: 24,
  unknownVariantsMax: 500_000,
  streamsMax: 1_000,
  types: [] as readonly string[],
  customItems: false,
  guestsMayMail: false,
  mailsPerDay: 1_000,
  ...lists,
});

/** When a variant counts as back in stock, and when as nearly sold out. */
export const stockRules = ({ stock = {} }: StoreSettings) => ({ minimum: 1, settleSeconds: 0, lowAt: 3, ...stock });

/** Who is notified of a restock, and in which order. Without a wait there is one wave for each restock. The bench
 *  `honoured` compares policies: of those that honour 99 % of the prompt clicks, the default leaves the fewest units unsold. */
export const alertRules = ({ alerts = {} }: StoreSettings) => ({
  doubleOptIn: false,
  browserDoubleOptIn: true,
  confirmationsPerDay: 10_000,
  textConfirmationsPerDay: 500,
  requireApproval: false,
  audience: "per-unit" as const,
  order: "oldest" as const,
  perUnit: 1,
  waveSize: 100,
  waitSeconds: 900,
  offerMinutes: 0,
  unitsMax: 3,
  afterOffer: "keep" as const,
  historyDays: 400,
  topics: [] as readonly string[],
  trackClicks: true,
  ...alerts,
});

/** When an order counts as the result of an alert or a saved item. */
export const resultRules = ({ results = {} }: StoreSettings) => ({ windowDays: 7, viewThrough: false, ...results });

export const sessionRules = ({ sessions = {} }: StoreSettings) => ({
  idleDays: 30,
  proofOfWorkBits: 0,
  ...sessions,
});

/** How long data about people is kept. Null: as long as the store exists. */
export const privacyRules = ({ privacy = {} }: StoreSettings) => ({
  guestDays: privacy.guestDays ?? null,
  leftDays: privacy.leftDays ?? null,
  requestDays: privacy.requestDays ?? 180,
});

/** Money is counted in ten-thousandths, so that sums are exact. */
export const MONEY_PARTS = 10_000;
const partsOf = (money: number | undefined) => (money === undefined ? undefined : Math.round(money * MONEY_PARTS));

const lowestOf = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** How much the store sends in a day. */
export function sendLimitsOf({ sending = {} }: StoreSettings, medium: Medium): SendLimits {
  const { mailsPerDay, textsPerDay, textPrice, textSpendPerDay, mailsPerDayMax, textsPerDayMax } = sending;
  if (medium === "email") return { messagesMax: lowestOf(mailsPerDay, mailsPerDayMax) };
  return {
    messagesMax: lowestOf(textsPerDay, textsPerDayMax),
    price: partsOf(textPrice),
    spentMax: partsOf(textSpendPerDay),
  };
}
