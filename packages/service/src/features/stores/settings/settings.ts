import { type Static, Type } from "typebox";
import type { Policy } from "../../../platform/http/limits.ts";

const Limit = Type.Object({
  points: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  seconds: Type.Integer({ minimum: 1, maximum: 3_600 }),
});

/** What a store may set for itself. Absent means the published default. */
export const StoreSettings = Type.Object({
  limits: Type.Optional(Type.Partial(Type.Object({ key: Limit, shopper: Limit, visitor: Limit }))),
  origins: Type.Optional(Type.Array(Type.String({ pattern: "^https?://[^/\\s]{1,255}$" }), { maxItems: 50 })),
  lists: Type.Optional(
    Type.Partial(
      Type.Object({
        itemsMax: Type.Integer({ minimum: 1, maximum: 50_000 }),
        listsMax: Type.Integer({ minimum: 1, maximum: 1_000 }),
        previewItems: Type.Integer({ minimum: 1, maximum: 100 }),
        types: Type.Array(Type.String({ pattern: "^[\\w-]{1,40}$" }), { maxItems: 20 }),
        customItems: Type.Boolean(),
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
        /** Whether people confirm their address first: those the store's server signs up, and those in a browser. */
        doubleOptIn: Type.Boolean(),
        browserDoubleOptIn: Type.Boolean(),
        /** Plans start paused: the merchant resumes them. */
        requireApproval: Type.Boolean(),
        audience: Type.Union([Type.Literal("all"), Type.Literal("per-unit"), Type.Literal("waves")]),
        order: Type.Union([Type.Literal("oldest"), Type.Literal("newest"), Type.Literal("drawn")]),
        perUnit: Type.Integer({ minimum: 1, maximum: 1_000 }),
        waveSize: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
        waitSeconds: Type.Integer({ minimum: 0, maximum: 604_800 }),
        /** How long units are reserved for a shopper who is notified of a restock; 0: they are not reserved. */
        offerMinutes: Type.Integer({ minimum: 0, maximum: 10_080 }),
        /** Whether shoppers who decline or do not answer keep their place for the next restock. */
        afterOffer: Type.Union([Type.Literal("keep"), Type.Literal("leave")]),
        /** Of the shop, for buttons in mails and on the pages behind them. */
        color: Type.String({ pattern: "^#[0-9a-fA-F]{6}$" }),
      }),
    ),
  ),
  /** Whom the store's alerts come from; the operator's sender where it has none. */
  sender: Type.Optional(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      address: Type.String({ minLength: 3, maxLength: 254 }),
      isVerified: Type.Boolean(),
    }),
  ),
  sessionTtlDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
});
export type StoreSettings = Static<typeof StoreSettings>;

/** `key`: one API key. `shopper`: one session. `visitor`: one address that asks for new identities. */
export const DEFAULT_LIMITS = {
  key: { points: 6_000, seconds: 60 },
  shopper: { points: 600, seconds: 60 },
  visitor: { points: 120, seconds: 60 },
} as const satisfies Record<string, Omit<Policy, "name">>;

/** Wrong keys from one address. The same for every store: whose key it was is not known. */
export const WRONG_KEYS: Policy = { name: "wrong-keys", points: 60, seconds: 60 };

export const limitOf = (settings: StoreSettings, name: keyof typeof DEFAULT_LIMITS): Policy => ({
  name,
  ...(settings.limits?.[name] ?? DEFAULT_LIMITS[name]),
});

/** How lists behave where the store did not set it otherwise. */
export const listRules = ({ lists = {} }: StoreSettings) => ({
  itemsMax: 1_000,
  listsMax: 200,
  previewItems: 24,
  types: [] as readonly string[],
  customItems: false,
  ...lists,
});

/** When a variant counts as back, and when as nearly gone. */
export const stockRules = ({ stock = {} }: StoreSettings) => ({ minimum: 1, settleSeconds: 0, lowAt: 3, ...stock });

/** Who is notified of a restock, and in which order. Without a wait there is one wave for each restock. */
export const alertRules = ({ alerts = {} }: StoreSettings) => ({
  doubleOptIn: false,
  browserDoubleOptIn: true,
  requireApproval: false,
  audience: "all" as const,
  order: "oldest" as const,
  perUnit: 1,
  waveSize: 100,
  waitSeconds: 0,
  offerMinutes: 0,
  afterOffer: "keep" as const,
  ...alerts,
});
