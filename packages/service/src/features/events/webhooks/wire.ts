import { type Static, Type } from "typebox";
import { AppError } from "../../../platform/errors.ts";
import { maybeWhy, whyOut } from "../../../platform/http/why.ts";
import { jsonOrForm, jsonOrText, nullable } from "../../../platform/http/wire.ts";
import type { EndpointId } from "../../../platform/ids.ts";
import { parseJson } from "../../../platform/text/json.ts";
import type { Endpoint } from "./endpoint.ts";
import { PUBLIC_SUBJECTS } from "./messages/wire.ts";
import { DELIVERY_PROBLEMS, DISABLED_BECAUSE, REPLAY_PROBLEMS } from "./problems.ts";

// Shared by the calls about endpoints and about deliveries.

export const webhookCall = { tags: ["Webhooks"], security: [{ storeKey: [] }], consumes: jsonOrForm };
export const webhookRead = { tags: ["Webhooks"], security: [{ storeKey: [] }] };

export const endpointId = Type.String({
  pattern: "^\\d{1,19}$",
  examples: ["487126534194176001"],
  description: "Id of the endpoint",
});
export const EndpointIn = Type.Object({ endpoint: endpointId });
export const readEndpointId = ({ endpoint }: { endpoint: string }) => endpoint as EndpointId;

const time = (description: string) => Type.String({ format: "date-time", description });
export const maybeTime = (description: string) => nullable(time(description));
export const timeOut = time;

/** Stands for all events, also for those of later versions. */
const ALL = "*";
const EVENTS = { type: "array", items: { type: "string", enum: [ALL, ...PUBLIC_SUBJECTS] } };
export const EventsIn = jsonOrText(EVENTS, 'Names of the events to send, or `["*"]` for all; also separated by commas');

const invalidEvents = (name?: string) =>
  new AppError(
    "invalid",
    "invalid-events",
    `events must be names of events, or ["*"] for all${name === undefined ? "" : `; there is no event ${JSON.stringify(name).slice(0, 80)}`}. docs/events.md lists them.`,
  );

/** Null: all events. */
export function readEvents(value: unknown): string[] | null {
  const list =
    typeof value !== "string" ? value : value.trimStart().startsWith("[") ? parseJson(value) : value.split(",");
  if (!Array.isArray(list) || list.length === 0 || list.length > 100) throw invalidEvents();
  const names = [...new Set(list.map((name: unknown) => (typeof name === "string" ? name.trim() : "")))];
  if (names.includes(ALL)) return null;
  const unknown = names.find((name) => !(PUBLIC_SUBJECTS as readonly string[]).includes(name));
  if (unknown !== undefined) throw invalidEvents(unknown);
  return names;
}

const DeliveryWhy = whyOut("DeliveryWhy", DELIVERY_PROBLEMS);
const DisabledWhy = whyOut("DisabledWhy", DISABLED_BECAUSE);
const ReplayWhy = whyOut("ReplayWhy", REPLAY_PROBLEMS);
export const WEBHOOK_WHYS = [DeliveryWhy, DisabledWhy, ReplayWhy];
export const deliveryWhy = maybeWhy(DeliveryWhy);
/** The code of why a delivery was not accepted. */
export const deliveryWhyOf = (problem: string | null) => (problem === null ? null : DELIVERY_PROBLEMS.read(problem));

const ReplayOut = Type.Object({
  startedAt: timeOut("When it was asked for"),
  finishedAt: maybeTime("Null while it is running"),
  events: Type.Integer({ description: "Events that were queued so far" }),
  problem: nullable(Type.String({ description: "Why it did not send everything that was asked for" })),
  why: maybeWhy(ReplayWhy),
});
export const EndpointOut = Type.Object({
  endpoint: endpointId,
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(Type.String(), { description: 'Names of the events that are sent; `["*"]` for all' }),
  createdAt: timeOut("When it was created"),
  state: Type.Union([Type.Literal("enabled"), Type.Literal("failing"), Type.Literal("disabled")], {
    description: "failing: every try since `failingSince` has failed. disabled: nothing is sent",
  }),
  disabledAt: maybeTime("When it was disabled"),
  disabledBecause: nullable(Type.String({ description: "Why it was disabled" })),
  disabledWhy: maybeWhy(DisabledWhy),
  waiting: Type.Integer({ description: "Deliveries that are not accepted yet" }),
  lastSuccess: maybeTime("When the receiver last accepted a delivery"),
  lastFailure: maybeTime("When a delivery last failed"),
  failingSince: maybeTime("Since when every try has failed"),
  problem: nullable(Type.String({ description: "Why the last try failed, while it is failing" })),
  why: deliveryWhy,
  oldSecretUntil: maybeTime("Until then the secret before the last rotation signs, too"),
  replay: nullable(ReplayOut),
});

const iso = (at: Date | null) => at?.toISOString() ?? null;

export const endpointRecord = (endpoint: Endpoint): Static<typeof EndpointOut> => ({
  endpoint: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: [...(endpoint.subjects ?? [ALL])],
  createdAt: endpoint.createdAt.toISOString(),
  state: endpoint.disabledAt ? "disabled" : endpoint.failingSince ? "failing" : "enabled",
  disabledAt: iso(endpoint.disabledAt),
  disabledBecause: endpoint.disabledBecause,
  disabledWhy: endpoint.disabledBecause === null ? null : DISABLED_BECAUSE.read(endpoint.disabledBecause),
  waiting: endpoint.waiting,
  lastSuccess: iso(endpoint.succeededAt),
  lastFailure: iso(endpoint.failedAt),
  failingSince: iso(endpoint.failingSince),
  problem: endpoint.failingSince ? endpoint.problem : null,
  why: deliveryWhyOf(endpoint.failingSince ? endpoint.problem : null),
  oldSecretUntil: iso(endpoint.oldSecretUntil),
  replay: endpoint.replay && {
    startedAt: endpoint.replay.startedAt.toISOString(),
    finishedAt: iso(endpoint.replay.finishedAt),
    events: endpoint.replay.events,
    problem: endpoint.replay.problem,
    why: endpoint.replay.problem === null ? null : REPLAY_PROBLEMS.read(endpoint.replay.problem),
  },
});
