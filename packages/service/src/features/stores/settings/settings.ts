import { type Static, Type } from "typebox";
import type { Policy } from "../../../platform/http/limits.ts";
import type { Medium, SendLimits } from "../../../platform/messaging/send-counts.ts";
import { LANGUAGES, type Language } from "../../../platform/text/language.ts";

const Limit = Type.Object({
  points: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  seconds: Type.Integer({ minimum: 1, maximum: 3_600 }),
});

export const IDLE_DAYS_MAX = 400;

/** The shortest time for which lists of guests and addresses of people who left may be kept. */
export const KEEP_DAYS_MIN = 30;
const keepDays = (description: string) => Type.Integer({ minimum: KEEP_DAYS_MIN, maximum: 3_650, description });

/** The steps of setting up a store that a merchant may skip. */
export const SETUP_STEPS = ["look", "script", "stock", "sender", "rehearsal"] as const;

const count = (maximum: number, description: string) => Type.Integer({ minimum: 0, maximum, description });
const countFrom1 = (maximum: number, description: string) => Type.Integer({ minimum: 1, maximum, description });
/** A moment as browsers write it. */
const moment = (description: string) =>
  Type.String({
    pattern: "^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,3})?Z$",
    examples: ["2026-11-15T09:30:00Z"],
    description,
  });
/** The longest text of an element that a merchant may write. */
export const ELEMENT_WORD_MAX = 200;
/** `readElementWords` knows the names; here they would be in openapi.json six times. */
const words = (language: string) =>
  Type.Record(Type.String({ pattern: "^[a-zA-Z]{1,40}$" }), Type.String({ maxLength: ELEMENT_WORD_MAX }), {
    description: `The shop's own words for its elements in ${language}, by name; an empty one means the built-in word. A change replaces all of them. The names are those that \`GET /api/v3/elements\` answers in German.`,
    examples: [{ notifyMe: "Tell me" }],
  });
const flag = (description: string) => Type.Boolean({ description });

/** Rules that the operator and the merchant set, in groups. */
const RULES = {
  shop: Type.Partial(
    Type.Object({
      url: Type.String({
        maxLength: 300,
        pattern: "^https?://[^\\s]+$",
        examples: ["https://shop.example"],
        description: "The address of the shop, which completes the paths of product pages.",
      }),
      logo: Type.String({
        maxLength: 500,
        // No character with which the URL could leave an attribute or a header.
        pattern: "^https://[a-zA-Z0-9.-]+(:\\d{1,5})?(/[^\\s\"'<>\\\\^`{|}]*)?$",
        examples: ["https://shop.example/logo.png"],
        description: "The address of the shop's logo, for default mails and hosted pages.",
      }),
    }),
  ),
  lists: Type.Partial(
    Type.Object({
      itemsMax: countFrom1(50_000, "How many items a list may have."),
      listsMax: countFrom1(1_000, "How many lists a shopper may have."),
      previewItems: countFrom1(100, "How many of its newest items `fetch-lists` returns with a list."),
      unknownVariantsMax: count(
        100_000_000,
        "How many variants shoppers may name that the catalogue does not have, all together.",
      ),
      streamsMax: count(5_000, "How many live streams the store's shoppers may have open, for each API process."),
      types: Type.Array(Type.String({ pattern: "^[\\w-]{1,40}$", examples: ["persistentcart"] }), {
        maxItems: 20,
        description: "Types of lists, besides `wl` and `sfl`.",
      }),
      customItems: flag("Whether lists may have items that are not in the catalogue."),
      guestsMayMail: flag("Whether shoppers without an account may mail a list to a friend."),
      mailsPerDay: count(1_000_000, "How many lists the store's shoppers may mail in 24 hours, all together."),
    }),
  ),
  stock: Type.Partial(
    Type.Object({
      minimum: countFrom1(1_000_000, "With how many units a variant counts as in stock."),
      settleSeconds: count(86_400, "For how many seconds a variant must be in stock before its alerts start."),
      lowAt: count(1_000_000, "With how many units a variant counts as nearly sold out."),
    }),
  ),
  alerts: Type.Partial(
    Type.Object({
      doubleOptIn: flag("Whether shoppers whom the store's server signs up must confirm their address."),
      browserDoubleOptIn: flag("Whether shoppers who sign up in a browser must confirm their address."),
      confirmationsPerDay: count(10_000_000, "How many confirmation mails browsers may cause a day, all together."),
      textConfirmationsPerDay: count(
        10_000_000,
        "How many text messages for confirmations browsers may cause a day, all together.",
      ),
      requireApproval: flag("Whether plans start paused, so that the merchant resumes each."),
      audience: Type.Union([Type.Literal("all"), Type.Literal("per-unit"), Type.Literal("waves")], {
        description:
          "Who is notified of a restock: everybody, as many as there are units, or one wave after the other.",
      }),
      order: Type.Union([Type.Literal("oldest"), Type.Literal("newest"), Type.Literal("drawn")], {
        description: "Who is notified first: who has waited longest, who has waited shortest, or who is drawn by lot.",
      }),
      perUnit: countFrom1(1_000, "How many shoppers are notified for each unit."),
      waveSize: countFrom1(1_000_000, "How many shoppers a wave has."),
      waitSeconds: count(604_800, "How many seconds pass between two waves."),
      offerMinutes: count(
        10_080,
        "For how many minutes a shopper who is notified of a restock has the first chance: the units are offered to nobody else. 0: no offers.",
      ),
      unitsMax: countFrom1(
        999,
        "How many units one shopper is offered at most, and counts as with `per-unit`, whatever they ask for.",
      ),
      afterOffer: Type.Union([Type.Literal("keep"), Type.Literal("leave")], {
        description: "Whether shoppers who decline or do not answer an offer keep their place for the next restock.",
      }),
      historyDays: Type.Integer({
        minimum: 30,
        maximum: 730,
        description: "How many days the store keeps its past alerts, with who was notified and why.",
      }),
      topics: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        maxItems: 50,
        description: "Topics of the shop's own, beside the built-in ones.",
      }),
      trackClicks: flag(
        "Whether the links of alerts lead over Keepsake, which counts who follows them, or to the product itself.",
      ),
      color: Type.String({
        pattern: "^#[0-9a-fA-F]{6}$",
        examples: ["#25524d"],
        description: "The shop's colour, for buttons in mails, on hosted pages and of the shop's elements.",
      }),
      language: Type.Unsafe<Language>(
        Type.Union(
          LANGUAGES.map((language) => Type.Literal(language)),
          {
            description:
              "The language of alerts to shoppers and of elements in pages whose language is unknown, and of a message that is saved without `locale`. A message in it goes to everybody who has none in their own.",
          },
        ),
      ),
    }),
  ),
  elements: Type.Partial(
    Type.Object({
      en: words("English"),
      de: words("German"),
      fr: words("French"),
    } satisfies Readonly<Record<Language, object>>),
  ),
  sending: Type.Partial(
    Type.Object({
      mailsPerDay: count(
        100_000_000,
        "How many mails of any kind the store sends in a day, from midnight UTC; the others wait.",
      ),
      textsPerDay: count(
        100_000_000,
        "How many text messages of any kind the store sends in a day, from midnight UTC; the others wait.",
      ),
      textPrice: Type.Number({
        minimum: 0,
        maximum: 100,
        description: "What a text message costs the store, in its own currency.",
      }),
      textSpendPerDay: Type.Number({
        minimum: 0,
        maximum: 10_000_000,
        description: "How much the store spends on text messages in a day, in its own currency; it needs `textPrice`.",
      }),
      mailsPerDayMax: count(100_000_000, "How many mails in a day the operator allows, whatever the merchant sets."),
      textsPerDayMax: count(
        100_000_000,
        "How many text messages in a day the operator allows, whatever the merchant sets.",
      ),
      pausedUntil: moment("Until when the operator has paused the store's alerts and its mails to shoppers."),
      pauseReason: Type.String({ maxLength: 200, description: "Why the operator has paused them." }),
    }),
  ),
  sessions: Type.Partial(
    Type.Object({
      idleDays: countFrom1(
        IDLE_DAYS_MAX,
        "After how many days without use the session of an account in a browser ends.",
      ),
      proofOfWorkBits: count(
        22,
        "How hard a browser must work before it registers a guest, signs up or mails a list; 0: not at all.",
      ),
    }),
  ),
  results: Type.Partial(
    Type.Object({
      windowDays: countFrom1(
        90,
        "For how many days before an order a click, an alert or a saved item can have led to it.",
      ),
      viewThrough: flag("Whether an alert that was delivered counts, although nobody followed its link."),
    }),
  ),
  privacy: Type.Partial(
    Type.Object({
      guestDays: keepDays(
        "After how many days without a change the lists of a guest are deleted; without it, they are kept.",
      ),
      leftDays: keepDays(
        "After how many days without an open alert an address is deleted, with its consents and its history; without it, it is kept.",
      ),
      requestDays: Type.Integer({
        minimum: 4,
        maximum: 400,
        description: "How many days a confirmed sign-up is kept whose alert belongs to somebody else.",
      }),
    }),
  ),
  setup: Type.Partial(
    Type.Object({
      skipped: Type.Array(Type.Enum(SETUP_STEPS), {
        maxItems: SETUP_STEPS.length,
        description: "The steps of setting up the store that the merchant has skipped in the dashboard.",
      }),
      finishedAt: moment("When the merchant finished setting up the store in the dashboard; without it, not yet."),
    }),
  ),
};
export type RuleGroup = keyof typeof RULES;
export const RULE_GROUPS = Object.keys(RULES) as readonly RuleGroup[];
/** A change merges the fields of these into those that are stored. It replaces other settings. */
export const MERGED_GROUPS = ["limits", ...RULE_GROUPS] as const;

/** A market of the shop: where it sells in one currency, from some of its locations. */
const Market = Type.Object({
  name: Type.String({
    pattern: "^[a-z0-9-]{1,20}$",
    examples: ["eu"],
    description: "What calls name it by, as `market`.",
  }),
  currency: Type.Optional(
    Type.String({
      pattern: "^[A-Z]{3}$",
      examples: ["EUR"],
      description: "ISO 4217: of the market's own prices that are sent without a currency.",
    }),
  ),
  url: Type.Optional(
    Type.String({
      maxLength: 300,
      pattern: "^https?://[^\\s]+$",
      examples: ["https://shop.example/en-eu"],
      description: "The beginning of the market's product pages. It replaces the origin of those of the variant.",
    }),
  ),
  locations: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ["warehouse-berlin"] }), {
      maxItems: 100,
      description: "The locations that it sells from, as inventory/set names them. Without any, it sells all stock.",
    }),
  ),
});
export type Market = Static<typeof Market>;
export const Markets = Type.Array(Market, {
  maxItems: 20,
  description:
    "The markets of the shop, each with another name. A location may belong to several. A change replaces all of them.",
});

/** The settings of a store. A setting that is absent has its default, which the functions below define. */
export const StoreSettings = Type.Partial(
  Type.Object({
    limits: Type.Partial(
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
        templateTests: Limit,
        senderChecks: Limit,
        senderCodes: Limit,
      }),
    ),
    origins: Type.Array(Type.String({ pattern: "^https?://[^/\\s]{1,255}$", examples: ["https://shop.example"] }), {
      maxItems: 50,
      description: "Origins whose pages may call from a browser, as browsers send them; without it, any may.",
    }),
    markets: Markets,
    sessionTtlDays: countFrom1(3_650, "After how many days a session ends; without it, sessions do not end."),
    /** The sender of the store's alerts. Without one, alerts come from the operator's address. */
    sender: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      address: Type.String({ minLength: 3, maxLength: 254 }),
      isVerified: Type.Boolean(),
    }),
    ...RULES,
  }),
);
export type StoreSettings = Static<typeof StoreSettings>;

/** `key` limits one API key, `shopper` one shopper; for one IP address, `visitor` limits new identities, `reader` the
 *  calls that read without a session, and `guest` the guests who save or sign up for the first time, which makes a row.
 *  `storeGuests` limits these for the whole store. For one IP address again, `confirmations` and `textConfirmations`
 *  limit the sign-ups that send a mail or a text message to an address that may be a stranger's, and `unknownProducts`
 *  the variants that no earlier call has named and the catalogue does not have. For the whole store, `senderTests` limits
 *  its test messages and new signing keys, `templateTests` its messages that are sent as a test, `senderChecks` its DNS checks, and `senderCodes` the codes that are mailed to a
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
  templateTests: { points: 20, seconds: 3_600 },
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

/** How the shop looks in mails and on pages. */
export const lookOf = ({ alerts, shop }: StoreSettings) => ({ color: alerts?.color, logo: shop?.logo });

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
  language: "en" as Language,
  ...alerts,
});

export const marketsOf = ({ markets = [] }: StoreSettings): readonly Market[] => markets;

export const languageOf = (settings: StoreSettings): Language => alertRules(settings).language;

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

/** How far the merchant is with setting up the store. */
export const setupRules = ({ setup = {} }: StoreSettings) => ({
  skipped: setup.skipped ?? [],
  finishedAt: setup.finishedAt ?? null,
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
