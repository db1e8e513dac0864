import { type Static, Type } from "typebox";
import { AppError } from "../../../../platform/errors.ts";
import { rowsQuery } from "../../../../platform/http/send-rows.ts";
import { nullable } from "../../../../platform/http/wire.ts";
import { PUBLIC_SUBJECTS } from "../messages/wire.ts";
import { deliveryWhy, deliveryWhyOf, EndpointIn, endpointId, maybeTime, readEndpointId, timeOut } from "../wire.ts";
import type { Delivery, DeliveryFilter } from "./delivery.ts";
import type { WantedRange } from "./start-replay.ts";

const deliveryState = (description: string) =>
  Type.Union([Type.Literal("waiting"), Type.Literal("delivered"), Type.Literal("failed")], { description });
export const DeliveriesIn = Type.Object({
  ...rowsQuery,
  endpoint: Type.Optional(endpointId),
  state: Type.Optional(deliveryState("Only deliveries in this state")),
});
export const readFilter = ({ endpoint, state }: Static<typeof DeliveriesIn>): DeliveryFilter => ({
  endpointId: endpoint === undefined ? null : readEndpointId({ endpoint }),
  state: state ?? null,
});

export const DeliveryOut = Type.Object({
  delivery: Type.String({ description: "Id" }),
  endpoint: endpointId,
  number: Type.Integer({ description: "Number of the event in the store; 0 for an example" }),
  type: Type.String({ description: "Name of the event" }),
  state: deliveryState("failed: all tries are used up"),
  tries: Type.Integer(),
  createdAt: timeOut("When it was queued"),
  triedAt: maybeTime("When it was last tried"),
  nextTry: maybeTime("When it is tried next, if it waits"),
  status: nullable(Type.Integer({ description: "HTTP status of the last answer" })),
  tookMs: nullable(Type.Integer({ description: "How long the last try took, in milliseconds" })),
  problem: nullable(Type.String({ description: "Why the last try failed" })),
  why: deliveryWhy,
});

export const deliveryRecord = (one: Delivery): Static<typeof DeliveryOut> => ({
  delivery: one.id,
  endpoint: one.endpointId,
  number: Number(one.number),
  type: one.subject,
  state: one.state,
  tries: one.tries,
  createdAt: one.createdAt.toISOString(),
  triedAt: one.triedAt?.toISOString() ?? null,
  // An example is due before all others, which its time in the database says.
  nextTry:
    one.state === "waiting" ? new Date(Math.max(one.dueAt.getTime(), one.createdAt.getTime())).toISOString() : null,
  status: one.status,
  tookMs: one.tookMs,
  problem: one.problem,
  why: deliveryWhyOf(one.problem),
});
export const DELIVERY_COLUMNS = {
  delivery: ({ id }: Delivery) => id,
  endpoint: (one: Delivery) => one.endpointId,
  number: ({ number }: Delivery) => number,
  type: ({ subject }: Delivery) => subject,
  state: ({ state }: Delivery) => state,
  tries: ({ tries }: Delivery) => tries,
  createdAt: ({ createdAt }: Delivery) => createdAt,
  triedAt: ({ triedAt }: Delivery) => triedAt,
  status: ({ status }: Delivery) => status,
  tookMs: ({ tookMs }: Delivery) => tookMs,
  problem: ({ problem }: Delivery) => problem,
};

const number = (description: string) =>
  Type.Optional(
    Type.Union(
      [Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.String({ pattern: "^\\d{1,16}$" })],
      { description, examples: ["1200"] },
    ),
  );
const time = (description: string) => Type.Optional(Type.String({ format: "date-time", description }));
export const ReplayIn = Type.Object({
  ...EndpointIn.properties,
  delivery: Type.Optional(Type.String({ pattern: "^\\d{1,19}$", description: "One delivery of the log" })),
  fromNumber: number("Number of the first event"),
  toNumber: number("Number of the last event"),
  from: time("Events since this time"),
  to: time("Events until this time"),
});
export const ReplayOut = Type.Object({
  message: Type.String(),
  delivery: nullable(Type.String({ description: "The new delivery, when one was replayed" })),
});

const noRange = () =>
  new AppError(
    "invalid",
    "nothing-to-replay",
    "Send `delivery`, `fromNumber` or `from`. `toNumber` and `to` must not be before them.",
  );

/** Throws when the caller has not said what to replay. */
export function readRange({ fromNumber, toNumber, from, to }: Static<typeof ReplayIn>): WantedRange {
  if (fromNumber === undefined && from === undefined) throw noRange();
  const isNoTime = (text: string | undefined) => text !== undefined && Number.isNaN(Date.parse(text)); // a leap second
  const isEmpty =
    isNoTime(from) ||
    isNoTime(to) ||
    (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)) ||
    (fromNumber !== undefined && toNumber !== undefined && Number(fromNumber) > Number(toNumber));
  if (isEmpty) throw noRange();
  return {
    fromNumber: fromNumber === undefined ? undefined : String(fromNumber),
    toNumber: toNumber === undefined ? undefined : String(toNumber),
    fromTime: from === undefined ? undefined : new Date(from),
    toTime: to === undefined ? undefined : new Date(to),
  };
}

export const ExampleIn = Type.Object({
  ...EndpointIn.properties,
  type: Type.Optional(
    Type.Union(
      PUBLIC_SUBJECTS.map((subject) => Type.Literal(subject)),
      { description: "Name of the event; if absent, the first that the endpoint wants" },
    ),
  ),
});
export const ExampleOut = Type.Object({ message: Type.String(), delivery: Type.String() });
