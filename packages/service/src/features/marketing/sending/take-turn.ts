import { setTimeout as pause } from "node:timers/promises";
import { readRetryAfter } from "../../../platform/messaging/retry-after.ts";
import { NoAnswer, type Post } from "../../../platform/network/post.ts";
import { nextTry } from "../../events/webhooks/sending/schedule.ts";
import type { Store } from "../../stores/store.ts";
import { openAccess } from "../access.ts";
import type { Content } from "../content.ts";
import { openErased } from "../privacy/sealed-person.ts";
import { TOOL_PROBLEMS } from "../problems.ts";
import { type AnswerState, problemOf, stateOf } from "../tools/answer.ts";
import type { CreateTool } from "../tools/create-tool.ts";
import { createLimiter } from "../tools/limiter.ts";
import type { ToolRequest } from "../tools/tool.ts";
import { type ContentDeps, findContents } from "./find-contents.ts";
import { healthAfter } from "./health.ts";
import type { DueErasure, ErasureResult, MessageResult, RequestOutcome, Turn, TurnResult } from "./turn.ts";

export type TurnDeps = ContentDeps & {
  readonly post: Post;
  readonly createTool: CreateTool;
  /** Stores whether somebody can say that these messages did not arrive. */
  readonly markUncertain: (turn: Turn, ids: readonly string[], isUncertain: boolean) => Promise<unknown>;
  /** Tests have shorter seconds, so that the windows of a tool pass faster. */
  readonly secondMs?: number | undefined;
};

/** After this time a turn begins no more requests, so that other connections have theirs. */
const TURN_SECONDS = 10;
/** After this time no more erasures are begun, so that messages have the rest of the turn. */
const ERASURES_SECONDS = TURN_SECONDS / 2;
/** A turn that would wait longer for a window ends, and the next one begins when the window is free. */
const WAIT_SECONDS = 1;
/** Messages that are sent alone are sent several at a time. */
const AT_ONCE = 8;
/** After this many failures in a row a turn ends: the tool is probably down. */
const FAILURES_MAX = 3;
const LOOK_MS = 5;
/** The tool is told again about an erasure, because it may still work on what it got just before. */
const TELL_AGAIN_SECONDS = 900;
const TELLS = 2;
const ERASURE_WAIT_MAX_SECONDS = 86_400;

type Outcome = { readonly state: AnswerState; readonly problem: string | undefined };

/** Sends what is due of a connection, until all is tried, the time is over, a window is full or the tool seems down. First
 *  what was never sent, many messages in a request; then one by one what a request of many did not bring through, so that a
 *  message that the tool refuses costs no other its place. */
export async function takeTurn(
  deps: TurnDeps,
  store: Store,
  turn: Turn,
  signals: { readonly stopping: AbortSignal; readonly abort: AbortSignal },
): Promise<TurnResult> {
  const { secondMs = 1_000 } = deps;
  const began = performance.now();
  // The clock of the database goes on from the lease: receivers check the time of a signature.
  const clock = () => turn.leasedAt.getTime() + Math.round(performance.now() - began);
  const tool = deps.createTool(store, openAccess(store, turn.connectionId, turn.sealedAccess), turn.listId);
  const { spent, spentAgoMs } = turn;
  const limiter = createLimiter(
    tool.windows,
    spentAgoMs === null ? { secondMs } : { spent, agoMs: spentAgoMs, secondMs },
  );
  const endsAt = began + TURN_SECONDS * secondMs;

  const requests: Record<RequestOutcome, number> = { accepted: 0, refused: 0, failed: 0, throttled: 0 };
  const messages = new Map<string, MessageResult>();
  const failed: { readonly content: Content; readonly tries: number }[] = [];
  let failuresInRow = 0;
  let lastProblem: string | undefined;
  let refusal: string | undefined;
  let giveUpBecause: string | undefined;
  let pausedUntil: number | undefined;
  let erasuresPausedUntil: number | undefined;
  let isSlow = false;

  const pauseFor = (ms: number, { isApart = false }: Pick<ToolRequest, "isApart"> = {}) => {
    if (isApart) erasuresPausedUntil = Math.max(erasuresPausedUntil ?? 0, clock() + ms);
    else pausedUntil = Math.max(pausedUntil ?? 0, clock() + ms);
  };
  const isOver = () =>
    signals.stopping.aborted ||
    giveUpBecause !== undefined ||
    pausedUntil !== undefined ||
    failuresInRow >= FAILURES_MAX ||
    performance.now() > endsAt;

  /** Waits until the window has room, and takes it. Undefined when the turn is over, or would be before. */
  async function takeRoom(request: ToolRequest): Promise<(() => void) | undefined> {
    for (;;) {
      const wait = limiter.waitMs(request.endpoint);
      const isFull = Number.isFinite(wait) && wait > WAIT_SECONDS * secondMs;
      if (isFull) pauseFor(wait, request);
      if (isFull || isOver()) return undefined;
      if (wait === 0) return limiter.begin(request.endpoint);
      await pause(Math.min(wait, LOOK_MS));
    }
  }

  /** Undefined: it was not sent, or given up on with the whole worker. */
  async function send(request: ToolRequest): Promise<Outcome | undefined> {
    const leaveRoom = await takeRoom(request);
    if (!leaveRoom) return undefined;
    const from = performance.now();
    try {
      if (!request.isRepeatable) await deps.markUncertain(turn, idsOf(request), true);
      const outcome = await ask(request);
      if (!request.isRepeatable && outcome && DID_NOT_ARRIVE.has(outcome.state))
        await deps.markUncertain(turn, idsOf(request), false);
      if (outcome) count(outcome);
      return outcome;
    } finally {
      leaveRoom();
      if (performance.now() - from > SLOW_MS) isSlow = true;
    }
  }

  async function ask(request: ToolRequest): Promise<Outcome | undefined> {
    const { url, body, isRepeatable } = request;
    try {
      const headers = request.headers(new Date(clock()));
      const answer = await deps.post({ url, headers, body, isRepeatable, readsBody: true, signal: signals.abort });
      const retryAfter = readRetryAfter(answer.retryAfter, clock());
      if (stateOf(answer) === "throttled") pauseFor((retryAfter ?? 1) * secondMs, request);
      else if (answer.status >= 500 && retryAfter !== undefined) pauseFor(retryAfter * secondMs);
      return { state: stateOf(answer), problem: problemOf(answer, tool.readAnswer(answer)) };
    } catch (error) {
      if (signals.abort.aborted) return undefined;
      return { state: "failed", problem: error instanceof NoAnswer ? error.message : TOOL_PROBLEMS.texts["not-made"] };
    }
  }

  function count(outcome: Outcome) {
    if (outcome.state === "accepted" || outcome.state === "refused") failuresInRow = 0;
    else if (outcome.state === "failed") failuresInRow += 1;
    if (outcome.state === "key-refused" || outcome.state === "gone") giveUpBecause = outcome.problem;
    else requests[outcome.state] += 1;
    if (outcome.state === "failed" || outcome.state === "throttled") lastProblem = outcome.problem;
  }

  async function tellOfErasure(erasure: DueErasure): Promise<ErasureResult | undefined> {
    const { addresses } = openErased(store, turn.connectionId, erasure.sealedPerson);
    for (const request of tool.erase({ id: erasure.id, at: erasure.at, addresses })) {
      const outcome = await send(request);
      if (!outcome || outcome.state === "throttled" || giveUpBecause !== undefined) return undefined;
      if (outcome.state === "accepted") continue;
      if (outcome.state === "refused") refusal = outcome.problem;
      const wait = Math.min(60 * 2 ** erasure.tries, ERASURE_WAIT_MAX_SECONDS);
      return { id: erasure.id, state: "failed", dueAt: new Date(clock() + wait * secondMs) };
    }
    const state = erasure.told + 1 >= TELLS ? "done" : "told";
    return { id: erasure.id, state, dueAt: new Date(clock() + TELL_AGAIN_SECONDS * secondMs) };
  }

  const erasures: ErasureResult[] = [];
  const erasuresEndAt = began + ERASURES_SECONDS * secondMs;
  for (const erasure of turn.erasures) {
    if (isOver() || erasuresPausedUntil !== undefined || performance.now() > erasuresEndAt) break;
    const result = await tellOfErasure(erasure);
    if (result) erasures.push(result);
  }
  if (erasuresPausedUntil !== undefined) {
    const dueAt = new Date(erasuresPausedUntil);
    const tried = new Set(erasures.map(({ id }) => id));
    for (const { id } of turn.erasures) if (!tried.has(id)) erasures.push({ id, state: "waiting", dueAt });
  }

  const contents = isOver() ? [] : await findContents(deps, store, turn.messages);
  if (!isOver()) {
    const found = new Set(contents.map(({ message }) => message));
    for (const { id } of turn.messages) if (!found.has(id)) messages.set(id, { id, state: "skipped" });
  }
  const triedBefore = new Map(turn.messages.map((one) => [one.id, one.tries]));
  const triesOf = ({ message }: Content) => triedBefore.get(message) ?? 0;
  const uncertain = new Set(turn.messages.filter(({ isUncertain }) => isUncertain).map(({ id }) => id));
  const alone = contents.filter(({ message }) => uncertain.has(message));
  for (const request of tool.inBulk(contents.filter(({ message }) => !uncertain.has(message)))) {
    if (isOver()) break;
    const outcome = await send(request);
    if (outcome?.state === "accepted") for (const id of idsOf(request)) messages.set(id, { id, state: "sent" });
    else if (outcome?.state === "refused") alone.push(...request.contents);
    // That a request of many failed says little about each of them: it is no try of theirs.
    else if (outcome?.state === "failed")
      failed.push(...request.contents.map((content) => ({ content, tries: triesOf(content) })));
  }

  async function sendNextAlone(): Promise<void> {
    for (let next = isOver() ? undefined : alone.shift(); next; next = isOver() ? undefined : alone.shift()) {
      const id = next.message;
      const outcome = await send(tool.alone(next));
      if (outcome?.state === "accepted") messages.set(id, { id, state: "sent" });
      else if (outcome?.state === "failed") failed.push({ content: next, tries: triesOf(next) + 1 });
      else if (outcome?.state === "refused") {
        refusal = outcome.problem;
        failed.push({ content: next, tries: triesOf(next) + 1 });
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNextAlone));

  const hasAccepted = requests.accepted + requests.refused > 0;
  // While the tool accepts nothing, messages keep their tries: the connection pauses instead.
  if (hasAccepted) for (const one of failed) retryLater(one);

  function retryLater({ content: { message: id }, tries }: (typeof failed)[number]) {
    const at = clock();
    const next = nextTry(Math.max(1, tries), { at })?.getTime();
    if (next !== undefined) {
      const dueAt = new Date(at + ((next - at) * secondMs) / 1_000);
      messages.set(id, { id, state: "waiting", dueAt, tries });
    } else {
      refusal ??= lastProblem;
      messages.set(id, { id, state: "refused" });
    }
  }

  const now = clock();
  const health = healthAfter(turn, {
    now,
    requests,
    hasAccepted,
    isSlow,
    problem: lastProblem ?? null,
    refusal: refusal ?? null,
    pausedUntil: pausedUntil === undefined ? null : new Date(pausedUntil),
    secondMs,
  });
  return {
    turn,
    messages: [...messages.values()],
    erasures,
    health,
    spent: limiter.spent(),
    giveUpBecause,
    isFailingForADay: isFailingForADay(turn, health.failingSince, health.failedAt),
    requests,
  };
}

const SLOW_MS = 5_000;
/** Of a request with such an answer, nothing arrived. */
const DID_NOT_ARRIVE: ReadonlySet<Outcome["state"]> = new Set(["throttled", "key-refused", "gone"]);

const idsOf = ({ contents }: ToolRequest) => contents.map(({ message }) => message);

/** The merchant hears of failures while there is time. */
const WARN_AFTER_MS = 86_400_000;

/** Whether this turn is the first one that failed a day after the first failure. */
function isFailingForADay(turn: Turn, failingSince: Date | null, failedAt: Date | null): boolean {
  if (!failingSince || !failedAt) return false;
  const warnAt = failingSince.getTime() + WARN_AFTER_MS;
  return failedAt.getTime() >= warnAt && (turn.failedAt === null || turn.failedAt.getTime() < warnAt);
}
