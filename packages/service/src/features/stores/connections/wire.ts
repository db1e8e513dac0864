import { Type } from "typebox";
import { nullable } from "../../../platform/http/wire.ts";
import type { Connector } from "../connectors/connector.ts";
import { ConnectorsOut, connectorRecord } from "../connectors/wire.ts";
import type { Connections } from "./fetch-connections.ts";

const Moment = (description: string) => nullable(Type.String({ format: "date-time", description }));
const At = Type.String({ format: "date-time" });
const ReportOut = (what: string) =>
  Type.Object({
    lastReport: Moment(`When ${what} last reported; null if never`),
    keyName: nullable(
      Type.String({ description: "Name of the API key that sent it; null if never, or if a member did" }),
    ),
  });

export const ConnectionsOut = Type.Object({
  script: Type.Object({
    firstSeen: Moment("When a page of the shop first called from a browser; null if never"),
    lastSeen: Moment("When a page of the shop last called"),
    origins: Type.Array(Type.Object({ origin: Type.String(), firstSeen: At, lastSeen: At }), {
      maxItems: 50,
      description: "The pages' origins, those seen last come first",
    }),
  }),
  firstSave: Moment("When a shopper first saved an item; null if never"),
  lastSave: Moment("When a shopper last saved an item"),
  stock: ReportOut("stock was"),
  catalogue: ReportOut("products were"),
  orders: ReportOut("orders were"),
  connectors: ConnectorsOut,
});

const moment = (at: Date | undefined) => at?.toISOString() ?? null;
const reportRecord = (report: Connections["stock"]) => ({
  lastReport: moment(report?.lastAt),
  keyName: report?.keyName ?? null,
});

export const connectionsRecord = (
  { script, origins, save, stock, catalogue, orders }: Connections,
  connectors: readonly Connector[],
) => ({
  script: {
    firstSeen: moment(script?.firstAt),
    lastSeen: moment(script?.lastAt),
    origins: origins.map(({ origin, firstAt, lastAt }) => ({
      origin,
      firstSeen: firstAt.toISOString(),
      lastSeen: lastAt.toISOString(),
    })),
  },
  firstSave: moment(save?.firstAt),
  lastSave: moment(save?.lastAt),
  stock: reportRecord(stock),
  catalogue: reportRecord(catalogue),
  orders: reportRecord(orders),
  connectors: connectors.map(connectorRecord),
});
