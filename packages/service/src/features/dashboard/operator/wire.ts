import { Type } from "typebox";
import { type BoundedCount, COUNTED_MAX } from "../../../platform/bounded-count.ts";
import { rowsQuery } from "../../../platform/http/send-rows.ts";
import { nullable } from "../../../platform/http/wire.ts";
import { troubleWhy, troubleWhyOf } from "../../alerts/senders/wire.ts";
import type { StoreState } from "./describe-store.ts";
import type { SetAsideEvent } from "./list-set-aside.ts";

const Moment = Type.String({ format: "date-time" });
const Pid = Type.String({ minLength: 1, maxLength: 64, description: "pid of the store" });
const Count = (description: string) =>
  Type.Object({
    count: Type.Integer({ description: `${description}, up to ${COUNTED_MAX}` }),
    more: Type.Boolean({ description: "Whether there are more" }),
  });
const countRecord = ({ count, isMore }: BoundedCount) => ({ count, more: isMore });

export const StoresIn = Type.Object({
  ...rowsQuery,
  search: Type.Optional(Type.String({ maxLength: 200, description: "The beginning of the name, or a pid" })),
  paused: Type.Optional(Type.Enum(["true", "false"], { description: "`true`: only stores with a pause" })),
});
export const StoreIn = Type.Object({ store: Pid });

export const StoreStateOut = Type.Object({
  pid: Type.String(),
  name: Type.String(),
  test: Type.Boolean({ description: "A test store mails only its members" }),
  createdAt: Moment,
  pause: nullable(Type.Object({ until: Moment, reason: nullable(Type.String()) })),
  mails: Type.Object({
    waiting: Count("Queued messages that are not sent yet"),
    oldestAt: nullable(Type.String({ format: "date-time", description: "When the oldest of them was queued" })),
  }),
  alertBatches: Count("Batches of alerts that are not sent yet, of up to 1,000 people each"),
  setAside: Count("Events that are set aside"),
  stockReportedAt: nullable(Type.String({ format: "date-time", description: "null: the shop has reported no stock" })),
  sending: Type.Array(
    Type.Object({
      medium: Type.Union([Type.Literal("email"), Type.Literal("sms")]),
      problem: nullable(Type.String({ description: "null: nothing is known to be wrong" })),
      fix: nullable(Type.String()),
      why: troubleWhy,
      lastSuccessAt: nullable(Moment),
      limitReached: Type.Boolean({ description: "Whether messages wait for the next day" }),
    }),
    { maxItems: 2 },
  ),
});

const timeOf = (at: Date | null | undefined) => at?.toISOString() ?? null;

export const storeStateRecord = ({ store, pause, mails, batches, setAside, stockReportedAt, media }: StoreState) => ({
  pid: store.pid,
  name: store.name,
  test: store.isTest,
  createdAt: store.createdAt.toISOString(),
  pause: pause ? { until: pause.until.toISOString(), reason: pause.reason } : null,
  mails: { waiting: countRecord(mails.waiting), oldestAt: timeOf(mails.oldestAt) },
  alertBatches: countRecord(batches),
  setAside: countRecord(setAside),
  stockReportedAt: timeOf(stockReportedAt),
  sending: media.map(({ medium, health, isLimitReached }) => ({
    medium,
    problem: health.problem,
    fix: health.fix,
    why: troubleWhyOf(health.problem),
    lastSuccessAt: timeOf(health.lastSuccessAt),
    limitReached: isLimitReached,
  })),
});

export const STORE_COLUMNS = {
  pid: ({ store }: StoreState) => store.pid,
  name: ({ store }: StoreState) => store.name,
  pausedUntil: ({ pause }: StoreState) => pause?.until ?? null,
  mailsWaiting: ({ mails }: StoreState) => mails.waiting.count,
  oldestMailAt: ({ mails }: StoreState) => mails.oldestAt,
  alertBatches: ({ batches }: StoreState) => batches.count,
  setAside: ({ setAside }: StoreState) => setAside.count,
  stockReportedAt: ({ stockReportedAt }: StoreState) => stockReportedAt ?? null,
  problems: ({ media }: StoreState) =>
    media.flatMap(({ medium, health }) => (health.problem ? [`${medium}: ${health.problem}`] : [])).join("; "),
};

export const HOURS_MAX = 720;

export const PauseIn = Type.Object({
  store: Pid,
  hours: Type.Integer({ minimum: 1, maximum: HOURS_MAX, description: "After so many hours the pause ends by itself" }),
  reason: Type.String({ minLength: 3, maxLength: 200, description: "Why; the members of the store read it" }),
});
export const PausedOut = Type.Object({ message: Type.String(), store: Type.String(), until: nullable(Moment) });

export const SetAsideIn = Type.Object({
  ...rowsQuery,
  store: Type.Optional(Pid),
  reader: Type.Optional(Type.String({ maxLength: 100, description: "Only those of this reader" })),
});
export const SetAsideOut = Type.Object({
  reader: Type.String({ description: "Which reader of events failed" }),
  event: Type.String({ description: "Id" }),
  subject: Type.String({ description: "What happened, such as `stock.restocked`" }),
  store: Type.Object({ pid: Type.String(), name: Type.String() }),
  createdAt: Moment,
  setAsideAt: Moment,
  tries: Type.Integer(),
  error: Type.String({ description: "Why the last try failed" }),
  nextTryAt: nullable(Type.String({ format: "date-time", description: "null: it waits for an operator" })),
});

export const setAsideRecord = (event: SetAsideEvent) => ({
  reader: event.reader,
  event: event.eventId,
  subject: event.subject,
  store: { pid: event.pid, name: event.storeName },
  createdAt: event.createdAt.toISOString(),
  setAsideAt: event.parkedAt.toISOString(),
  tries: event.tries,
  error: event.error,
  nextTryAt: timeOf(event.retryAt),
});

export const SET_ASIDE_COLUMNS = {
  reader: ({ reader }: SetAsideEvent) => reader,
  event: ({ eventId }: SetAsideEvent) => eventId,
  subject: ({ subject }: SetAsideEvent) => subject,
  store: ({ pid }: SetAsideEvent) => pid,
  setAsideAt: ({ parkedAt }: SetAsideEvent) => parkedAt,
  tries: ({ tries }: SetAsideEvent) => tries,
  error: ({ error }: SetAsideEvent) => error,
  nextTryAt: ({ retryAt }: SetAsideEvent) => retryAt,
};

export const ReplayIn = Type.Object({
  reader: Type.String({ minLength: 1, maxLength: 100 }),
  event: Type.Optional(
    Type.String({ pattern: "^\\d{1,18}$", description: "Only this one; without it, all of the reader" }),
  ),
});
export const ReplayOut = Type.Object({
  message: Type.String(),
  events: Type.Integer({ description: "How many the workers try again within a few seconds" }),
});
