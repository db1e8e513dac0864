import { type Static, Type } from "typebox";
import { nullable } from "../../../platform/http/wire.ts";
import { readInstant } from "../../../platform/text/instant.ts";
import { CONNECTORS_MAX, type Connector, type ConnectorReport } from "./connector.ts";

const COUNT_MAX = 2_147_483_647;

const At = (description: string) =>
  Type.String({
    maxLength: 40,
    description: `${description}: ISO 8601 with a zone`,
    examples: ["2026-11-15T09:30:00Z"],
  });
const Count = (description: string) => Type.Integer({ minimum: 0, maximum: COUNT_MAX, description });
const ConnectorName = Type.String({
  pattern: "^[a-z0-9-]{1,40}$",
  examples: ["medusa"],
  description: "1 to 40 of a-z, 0-9 and -. Each name is one connector of the store",
});

export const ReportIn = Type.Object({
  name: ConnectorName,
  version: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  shop: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: "The address of the shop at its platform",
      examples: ["https://admin.shop.example"],
    }),
  ),
  reserves: Type.Optional(
    Type.Boolean({ description: "Whether it polls offers/holds and reserves units for people who accept an offer" }),
  ),
  event: Type.Optional(
    Type.Object(
      {
        at: At("When the platform changed something"),
        lagMs: Count("The longest time since the last report between a change at the platform and Keepsake's answer"),
      },
      { description: "The last change that it passed on" },
    ),
  ),
  reconcile: Type.Optional(
    Type.Object(
      {
        startedAt: At("When it began"),
        finishedAt: At("When it ended"),
        checked: Count("How many quantities it compared"),
        corrected: Count("How many of them were wrong"),
      },
      { description: "The last comparison of all stock" },
    ),
  ),
  problem: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        "What is wrong and how to mend it, in every report while it lasts. A report without it, or with null, says that nothing is wrong",
    }),
  ),
});
export const ReportedOut = Type.Object({ message: Type.String() });

export const RemoveIn = Type.Object({ name: ConnectorName });
export const RemovedOut = Type.Object({ message: Type.String(), changed: Type.Boolean() });

export const toReport = ({ event, reconcile, ...report }: Static<typeof ReportIn>): ConnectorReport => ({
  ...report,
  ...(event ? { event: { at: readInstant("event.at", event.at), lagMs: event.lagMs } } : {}),
  ...(reconcile
    ? {
        reconcile: {
          ...reconcile,
          startedAt: readInstant("reconcile.startedAt", reconcile.startedAt),
          finishedAt: readInstant("reconcile.finishedAt", reconcile.finishedAt),
        },
      }
    : {}),
});

const Moment = (description: string) => Type.String({ format: "date-time", description });

export const ConnectorsOut = Type.Array(
  Type.Object({
    name: Type.String(),
    version: nullable(Type.String()),
    shop: nullable(Type.String({ description: "The address of the shop at its platform" })),
    firstSeen: Moment("When it first reported"),
    lastSeen: Moment("When it last reported"),
    lastEvent: nullable(Moment("When the platform last changed something that it passed on")),
    lagMs: nullable(
      Type.Integer({ description: "The longest time lately between a change at the platform and Keepsake's answer" }),
    ),
    reconcile: nullable(
      Type.Object(
        { startedAt: Moment("Begin"), finishedAt: Moment("End"), checked: Type.Integer(), corrected: Type.Integer() },
        { description: "The last comparison of all stock: how many quantities, and how many were wrong" },
      ),
    ),
    reserves: Type.Boolean({ description: "Whether it reserves units for people who accept an offer" }),
    problem: nullable(Type.String({ description: "What it says is wrong" })),
    problemSince: nullable(Moment("Since when")),
  }),
  { maxItems: CONNECTORS_MAX, description: "The programs that report the platform's stock, products and orders" },
);

export const connectorRecord = ({ firstAt, lastAt, eventAt, reconcile, problemSince, ...connector }: Connector) => ({
  name: connector.name,
  version: connector.version,
  shop: connector.shop,
  firstSeen: firstAt.toISOString(),
  lastSeen: lastAt.toISOString(),
  lastEvent: eventAt?.toISOString() ?? null,
  lagMs: connector.lagMs,
  reconcile: reconcile && {
    ...reconcile,
    startedAt: reconcile.startedAt.toISOString(),
    finishedAt: reconcile.finishedAt.toISOString(),
  },
  reserves: connector.reserves,
  problem: connector.problem,
  problemSince: problemSince?.toISOString() ?? null,
});
