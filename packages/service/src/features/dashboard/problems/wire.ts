import { type TProperties, Type } from "typebox";
import { nullable } from "../../../platform/http/wire.ts";
import { planWhy, planWhyOf } from "../../alerts/plans/wire.ts";
import { troubleWhy, troubleWhyOf } from "../../alerts/senders/wire.ts";
import { marketOut, marketRecord } from "../../catalog/variants/wire.ts";
import { TOOLS } from "../../marketing/connection.ts";
import type { Problem, ProblemType, Severity } from "./problem.ts";

const PROBLEMS_MAX = 250;

const Hours = nullable(Type.Integer({ description: "For how many hours; null: never" }));
const Connector = Type.String({ description: "Its name" });
const Medium = Type.Union([Type.Literal("email"), Type.Literal("sms")]);

const MarketingTool = {
  connection: Type.String({ description: "Id" }),
  tool: Type.Enum([...TOOLS]),
};

/** The fields of each kind of problem. */
const FACTS: Readonly<Record<ProblemType, { readonly description: string; readonly fields: TProperties }>> = {
  "no-script-seen": { description: "No page of the shop has called", fields: { hours: Hours } },
  "no-stock-report": { description: "No stock was reported, so no restock is noticed", fields: { hours: Hours } },
  "connector-silent": {
    description: "A connector has not reported for an hour or longer",
    fields: { connector: Connector, hours: Type.Integer() },
  },
  "connector-no-reconcile": {
    description: "A connector reports, but has not compared all stock for three hours",
    fields: { connector: Connector, hours: Hours },
  },
  "connector-problem": {
    description: "A connector says that something is wrong",
    fields: { connector: Connector, problem: Type.String({ description: "In its own words" }) },
  },
  "connector-loses-events": {
    description:
      "The last comparisons of a connector each corrected many quantities, so events of its platform get lost",
    fields: {
      connector: Connector,
      checked: Type.Integer({ description: "Quantities that the last one compared" }),
      corrected: Type.Integer({ description: "How many of them were wrong" }),
    },
  },
  "reservations-stuck": {
    description: "Connectors should have reserved or released units for offers, and have not for an hour",
    fields: {
      waiting: Type.Integer({ description: "How many wait" }),
      givenUp: Type.Integer({ description: "How many nobody has released for a week: look for them at the platform" }),
    },
  },
  "sending-paused": {
    description: "The operator has paused the store's alerts and its mails to shoppers",
    fields: {
      until: Type.String({ format: "date-time", description: "When sending goes on by itself" }),
      reason: nullable(Type.String({ description: "What the operator says" })),
    },
  },
  "no-sender": { description: "Nothing can send the store's mails", fields: {} },
  "sender-not-verified": {
    description: "The sender's address is not verified, so mails come from another",
    fields: {},
  },
  "sender-dns-failing": {
    description: "The last check of DNS found records missing or wrong",
    fields: {
      records: Type.Array(Type.Enum(["spf", "dkim", "dmarc", "return-path"]), { maxItems: 4 }),
    },
  },
  "provider-failing": {
    description: "The provider accepts no messages since then; they wait and are tried again",
    fields: {
      medium: Medium,
      problem: Type.String({ description: "What is wrong" }),
      fix: nullable(Type.String({ description: "What to do" })),
      why: troubleWhy,
    },
  },
  "daily-limit-reached": { description: "Messages wait for the next day", fields: { medium: Medium } },
  "alerts-stopped": {
    description: "Complaints have stopped all alerts, until the operator releases them",
    fields: { reason: Type.String(), why: planWhy },
  },
  "plan-held": {
    description: "A plan is paused, or waits for approval; the newest 20 are listed",
    fields: {
      plan: Type.String({ description: "Id" }),
      epi: nullable(Type.String({ description: "Variant id" })),
      ...marketOut,
      dt: nullable(Type.String({ description: "Title" })),
      vi: nullable(Type.String({ description: "Title of the variant" })),
      topic: Type.String(),
      reason: nullable(Type.String({ description: "Why it is paused; null when the merchant decided so" })),
      why: planWhy,
    },
  },
  "webhooks-failing": {
    description: "Endpoints of webhooks accept nothing since then",
    fields: { count: Type.Integer({ description: "How many endpoints" }) },
  },
  "webhook-disabled": {
    description: "Keepsake has disabled an endpoint that accepted nothing",
    fields: { endpoint: Type.String({ description: "Id" }) },
  },
  "marketing-failing": { description: "A marketing tool accepts nothing since then", fields: MarketingTool },
  "marketing-paused": { description: "Keepsake has paused a marketing tool that refuses it", fields: MarketingTool },
  "marketing-full": {
    description: "So many messages wait for a marketing tool that no more are queued",
    fields: MarketingTool,
  },
  "marketing-erasures": {
    description:
      "People who were erased are not erased at a marketing tool yet, and the first are given up within a week",
    fields: {
      ...MarketingTool,
      count: Type.Integer({ description: "How many people" }),
      dropsAt: Type.String({ format: "date-time", description: "When the first of them are given up" }),
    },
  },
  "key-expiring": {
    description: "An API key with which the shop's server still calls ends within a week",
    fields: { name: Type.String(), expiresAt: Type.String({ format: "date-time" }) },
  },
  "no-recovery-owner": { description: "There is only one owner, whom nobody could let in again", fields: {} },
};

const SEVERITIES: readonly Severity[] = ["error", "warning"];

const ProblemOut = Type.Union(
  Object.entries(FACTS).map(([type, { description, fields }]) =>
    Type.Object(
      {
        type: Type.Literal(type),
        severity: Type.Enum([...SEVERITIES]),
        since: nullable(Type.String({ format: "date-time", description: "null where it is not known" })),
        ...fields,
      },
      { description },
    ),
  ),
);

export const ProblemsOut = Type.Object({
  items: Type.Array(Type.Unsafe<unknown>(ProblemOut), {
    maxItems: PROBLEMS_MAX,
    description: "Errors come first, and of each severity what began first",
  }),
});

export const problemRecord = (problem: Problem) => ({
  type: problem.type,
  severity: problem.severity,
  since: problem.since?.toISOString() ?? null,
  ...factsRecord(problem),
});

function factsRecord({ type, facts }: Problem): object {
  if (type === "key-expiring") return { ...facts, expiresAt: facts.expiresAt.toISOString() };
  if (type === "marketing-erasures") return { ...facts, dropsAt: facts.dropsAt.toISOString() };
  if (type === "sending-paused") return { ...facts, until: facts.until.toISOString() };
  if (type === "provider-failing") return { ...facts, why: troubleWhyOf(facts.problem) };
  if (type === "alerts-stopped") return { ...facts, why: planWhyOf(facts.reason) };
  if (type !== "plan-held") return facts;
  const { platformId, market, title, variantTitle, ...others } = facts;
  const variant = { epi: platformId, ...marketRecord({ market }), dt: title, vi: variantTitle };
  return { ...others, why: planWhyOf(facts.reason), ...variant };
}
