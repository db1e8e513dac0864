import { type Static, Type } from "typebox";
import { AppError } from "../../../platform/errors.ts";
import { maybeWhy, whyOut } from "../../../platform/http/why.ts";
import { isGiven, isOn, jsonOrForm, jsonOrText, nullable, Switch } from "../../../platform/http/wire.ts";
import type { ConnectionId } from "../../../platform/ids.ts";
import { URL_MAX } from "../../../platform/network/wall.ts";
import { parseJson } from "../../../platform/text/json.ts";
import { type Connection, ERASURE_DAYS, type MarketingSubject, SUBJECTS, TOOLS, WAITING_MAX } from "../connection.ts";
import { PAUSED_BECAUSE, TOOL_PROBLEMS } from "../problems.ts";

export const call = { tags: ["Marketing"], security: [{ storeKey: [] }], consumes: jsonOrForm };

const connectionId = Type.String({
  pattern: "^\\d{1,19}$",
  examples: ["487126534194176001"],
  description: "Id of the connection",
});
export const ConnectionIn = Type.Object({ connection: connectionId });
export const readConnectionId = ({ connection }: { connection: string }) => connection as ConnectionId;

const tool = Type.Enum([...TOOLS], { description: "`klaviyo`, or `http` for any URL that takes our JSON" });
const key = Type.String({
  minLength: 1,
  maxLength: 300,
  description: "Of Klaviyo: a private API key. No call shows it again",
});
const url = Type.String({
  minLength: 1,
  maxLength: URL_MAX,
  examples: ["https://hooks.example.com/keepsake"],
  description: "Of `http`: https, on port 443 or 8443. Redirects are not followed",
});
const list = Type.String({
  maxLength: 100,
  description: "Of Klaviyo: the id of the list that people who opt in are added to, or `none`",
});
const EVENTS = { type: "array", items: { type: "string", enum: [...SUBJECTS] } };
const events = jsonOrText(EVENTS, "Names of the events to send, also separated by commas. Without it, all");
const consent = {
  ...Switch,
  description:
    "Whether people who join or leave the mailing list, with `addtomailinglist`, join or leave it at the tool, too",
};

export const ConnectIn = Type.Object({
  tool,
  key: Type.Optional(key),
  url: Type.Optional(url),
  list: Type.Optional(list),
  events: Type.Optional(events),
  consent: Type.Optional(consent),
});
export const UpdateIn = Type.Object({
  ...ConnectionIn.properties,
  key: Type.Optional(key),
  url: Type.Optional(url),
  list: Type.Optional(list),
  events: Type.Optional(events),
  consent: Type.Optional(consent),
});
export const TestIn = Type.Object({
  ...ConnectionIn.properties,
  to: Type.String({
    minLength: 3,
    maxLength: 254,
    examples: ["you@shop.example"],
    description: "Your own email address",
  }),
});

const invalidEvents = (name?: string) =>
  new AppError(
    "invalid",
    "invalid-events",
    `events must be names of events for marketing tools${name === undefined ? "" : `; there is no such event ${JSON.stringify(name).slice(0, 80)}`}. docs/marketing.md lists them.`,
  );

/** An empty list: no events, only the mailing list. */
export function readSubjects(value: unknown): MarketingSubject[] {
  const parsed =
    typeof value !== "string" ? value : value.trimStart().startsWith("[") ? parseJson(value) : value.split(",");
  if (!Array.isArray(parsed) || parsed.length > 100) throw invalidEvents();
  const names = [
    ...new Set(parsed.map((name: unknown) => (typeof name === "string" ? name.trim() : "?")).filter(Boolean)),
  ];
  const unknown = names.find((name) => !(SUBJECTS as readonly string[]).includes(name));
  if (unknown !== undefined) throw invalidEvents(unknown);
  return names as MarketingSubject[];
}

/** An empty parameter counts as absent, so that no list needs a word. */
const NO_LIST = "none";
const readList = (id: string | undefined) => (isGiven(id) && id !== NO_LIST ? (id ?? null) : null);

export const readNewConnection = (body: Static<typeof ConnectIn>) => ({
  tool: body.tool,
  subjects: body.events === undefined ? [...SUBJECTS] : readSubjects(body.events),
  passesConsent: isOn(body.consent),
  listId: readList(body.list),
  ...(isGiven(body.key) ? { key: body.key } : {}),
  ...(isGiven(body.url) ? { url: body.url } : {}),
});
export const readChanges = (body: Static<typeof UpdateIn>) => ({
  ...(body.events === undefined ? {} : { subjects: readSubjects(body.events) }),
  ...(body.consent === undefined ? {} : { passesConsent: isOn(body.consent) }),
  ...(isGiven(body.list) ? { listId: readList(body.list) } : {}),
  ...(isGiven(body.key) ? { key: body.key } : {}),
  ...(isGiven(body.url) ? { url: body.url } : {}),
});

const ToolWhy = whyOut("ToolWhy", TOOL_PROBLEMS);
const PausedWhy = whyOut("MarketingPausedWhy", PAUSED_BECAUSE);
export const MARKETING_WHYS = [ToolWhy, PausedWhy];

const maybeTime = (description: string) => nullable(Type.String({ format: "date-time", description }));
const count = (description: string) => Type.Integer({ description });

export const ConnectionOut = Type.Object({
  connection: connectionId,
  tool: Type.Enum([...TOOLS]),
  name: Type.String({ description: "The host of the URL, or the last characters of the key" }),
  events: Type.Array(Type.String()),
  consent: Type.Boolean(),
  list: nullable(Type.String()),
  createdAt: Type.String({ format: "date-time" }),
  state: Type.Enum(["works", "new", "failing", "full", "paused"], {
    description: `new: nothing was sent yet. failing: every request since \`failingSince\` has failed. full: ${WAITING_MAX.toLocaleString("en")} messages wait, and no more are queued. paused: nothing is sent`,
  }),
  pausedAt: maybeTime("When it was paused"),
  pausedBecause: nullable(Type.String({ description: "Why it was paused" })),
  pausedWhy: maybeWhy(PausedWhy),
  waiting: count("Messages that the tool has not accepted yet"),
  sent: count("Messages that the tool has accepted"),
  skipped: count(
    "Messages about guests without an address, people who were erased, and addresses that nothing is sent to",
  ),
  refused: count("Messages that the tool has refused for good"),
  dropped: count("Messages that waited for a week, or came while it was full"),
  erasuresWaiting: count("People who were erased here, and not yet at the tool"),
  erasuresLost: count(
    `People who were erased here and whom the tool was never told about, because it accepted nothing for ${ERASURE_DAYS} days`,
  ),
  lastSuccess: maybeTime("When the tool last accepted something"),
  lastFailure: maybeTime("When a request last failed"),
  failingSince: maybeTime("Since when every request has failed"),
  problem: nullable(Type.String({ description: "Why the last request failed, while it is failing" })),
  why: maybeWhy(ToolWhy),
  lastRefusal: maybeTime("When the tool last refused a message"),
  refusal: nullable(Type.String({ description: "What the tool said about it" })),
  refusalWhy: maybeWhy(ToolWhy),
});
export const ListOut = Type.Object({ items: Type.Array(ConnectionOut) });
export const ConnectedOut = Type.Object({
  ...ConnectionOut.properties,
  secret: nullable(
    Type.String({ description: "Of `http`: `whsec_…`, which signs the messages. It is shown only now" }),
  ),
});
export const DisconnectedOut = Type.Object({
  connection: connectionId,
  erasuresNotSent: count("People who were erased here and whom the tool was never told about: erase them there"),
  message: Type.String(),
});
export const TestOut = Type.Object({
  sent: Type.Boolean(),
  problem: nullable(Type.String({ description: "Why the tool did not accept it" })),
  why: maybeWhy(ToolWhy, PausedWhy),
});

const iso = (at: Date | null) => at?.toISOString() ?? null;
const whyOf = (problem: string | null) => (problem === null ? null : TOOL_PROBLEMS.read(problem));

export const connectionRecord = (one: Connection): Static<typeof ConnectionOut> => ({
  connection: one.id,
  tool: one.tool,
  name: one.label,
  events: [...one.subjects],
  consent: one.passesConsent,
  list: one.listId,
  createdAt: one.createdAt.toISOString(),
  state: stateOf(one),
  pausedAt: iso(one.pausedAt),
  pausedBecause: one.pausedBecause,
  pausedWhy: one.pausedBecause === null ? null : PAUSED_BECAUSE.read(one.pausedBecause),
  waiting: one.waiting,
  sent: one.sent,
  skipped: one.skipped,
  refused: one.refused,
  dropped: one.dropped,
  erasuresWaiting: one.erasuresWaiting,
  erasuresLost: one.erasuresLost,
  lastSuccess: iso(one.succeededAt),
  lastFailure: iso(one.failedAt),
  failingSince: iso(one.failingSince),
  problem: one.failingSince ? one.problem : null,
  why: one.failingSince ? whyOf(one.problem) : null,
  lastRefusal: iso(one.refusedAt),
  refusal: one.refusal,
  refusalWhy: whyOf(one.refusal),
});

function stateOf({ pausedAt, waiting, failingSince, succeededAt }: Connection) {
  if (pausedAt) return "paused";
  if (waiting >= WAITING_MAX) return "full";
  if (failingSince) return "failing";
  return succeededAt ? "works" : "new";
}

export const testRecord = (problem: string | undefined): Static<typeof TestOut> => ({
  sent: problem === undefined,
  problem: problem ?? null,
  why: problem === undefined ? null : (PAUSED_BECAUSE.read(problem) ?? TOOL_PROBLEMS.read(problem)),
});
