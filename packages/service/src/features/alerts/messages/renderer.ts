import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { type Clock, systemClock } from "../../../platform/clock.ts";
import { AppError } from "../../../platform/errors.ts";
import { fairQueue } from "../../../platform/fair-queue.ts";
import { REFUSALS } from "../../../platform/http/refusals.ts";
import type { StoreId } from "../../../platform/ids.ts";
import { MISTAKES } from "../../../platform/letter/mistakes.ts";
import type { Problem } from "./errors.ts";
import { createRenderBudget } from "./render-budget.ts";
import type { Done, Job, Work } from "./render-thread.ts";

/** The template could not be rendered, for a reason that its author can fix. */
export class TemplateProblem extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems[0]?.text ?? "");
    this.problems = problems;
  }
}

/** A template, or the message that it renders to. */
type Message = { readonly subject: string; readonly html: string };
/** Works on merchants' templates, for one store at a time. Each call throws a TemplateProblem, or a RenderBudgetSpent if the
 *  store has to wait. */
export type Renderer = {
  render(storeId: StoreId, template: Message, facts: object): Promise<Message>;
  /** Checks the Liquid of a template, and that `facts` have every variable that it names. */
  parse(storeId: StoreId, template: Message, facts: object): Promise<void>;
  /** Checks compiled HTML, with its Liquid still in place. */
  inspect(storeId: StoreId, html: string): Promise<void>;
};

const KILL_MS = 1_000;
/** The first job also waits for the thread to start. */
const START_MS = 10_000;
/** A message that takes longer than this to fail counts against its template. */
const SLOW_MS = 100;
/** A template is blocked when so many of its messages failed slowly, and at least half of the last ones: for a hundred
 *  recipients it would keep the thread busy. One recipient for whom it fails takes nobody along. */
const SLOW_FAILURES_MAX = 3;
const JUDGED_BY = 20;
const BLOCKED_MS = 60_000;
const TEMPLATES_MAX = 1_000;
const WAITING_MAX = 1_000;
const WAITING_TOTAL_MAX = 10_000;

/** A limit of liquidjs counts the time; any other failure is slow only if it took processor time, not on a busy machine. */
const isSlow = ({ ms, cpuMs, problems }: Extract<Done, { problems: unknown }>) =>
  cpuMs > SLOW_MS || (ms > SLOW_MS && problems.some(({ text }) => text.includes("limit exceeded")));

const stopped = (how: "stopped-before" | "stopped-slow" | "stopped-memory") =>
  new TemplateProblem([{ line: 0, text: MISTAKES.say(how, {}) }]);

type Waiting = {
  readonly job: Job;
  readonly storeId: StoreId;
  readonly done: (message: Message) => void;
  readonly failed: (error: Error) => void;
};

/** Works on one template at a time, in one thread; the store that used least of its time is next. A template that runs for
 *  a second is stopped with its thread. When that happens to most of its messages it is blocked for a minute. A store whose templates are slow waits while other
 *  stores render. */
export function createRenderer({
  clock = systemClock,
  killMs = KILL_MS,
}: {
  clock?: Clock;
  killMs?: number;
} = {}): Renderer {
  const budget = createRenderBudget(clock);
  const { usedBy } = budget;
  const queue = fairQueue<StoreId, Waiting>({ perOwner: WAITING_MAX, total: WAITING_TOTAL_MAX, usedBy });
  /** How the last messages of each template went, and until when it is blocked. */
  const records = new LRUCache<string, { messages: number; slow: number; blockedUntil: number }>({
    max: TEMPLATES_MAX,
  });
  let thread: Worker | undefined;
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;
  let jobs = 0;

  function start() {
    const started = new Worker(new URL("./render-thread.ts", import.meta.url), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    started.on("message", (done: Done | "ready") => {
      if (done === "ready") {
        if (started === thread && current) setDeadline(killMs);
        return undefined;
      }
      if (done.nth !== current?.job.nth) return undefined;
      budget.charge(current.storeId, done);
      judge(current.job, "problems" in done && isSlow(done));
      if (!("problems" in done)) return finish((one) => one.done(done));
      if (done.problems.length === 0) return finish((one) => one.done({ subject: "", html: "" }));
      return finish(({ failed }) => failed(new TemplateProblem(done.problems)));
    });
    // Out of memory, or a stack that is too deep. This ends the thread, but not the process.
    started.on("error", () => started === thread && end("stopped-memory"));
    started.unref(); // after the listeners: adding one would keep the process alive
    return started;
  }

  function end(how: "stopped-slow" | "stopped-memory") {
    const ended = thread;
    thread = undefined;
    if (current) {
      judge(current.job, true);
      budget.charge(current.storeId, { ms: killMs, cpuMs: killMs });
    }
    void ended?.terminate();
    finish(({ failed }) => failed(stopped(how)));
  }

  const keyOf = ({ subject, html }: Pick<Job, "subject" | "html">) => `${subject}\0${html}`;

  function judge(job: Job, hasFailedSlowly: boolean) {
    const before = records.get(keyOf(job)) ?? { messages: 0, slow: 0, blockedUntil: 0 };
    const weight = before.messages >= JUDGED_BY ? 0.5 : 1; // older messages count less and less
    const messages = before.messages * weight + 1;
    const slow = before.slow * weight + (hasFailedSlowly ? 1 : 0);
    const isBad = hasFailedSlowly && slow >= SLOW_FAILURES_MAX && slow * 2 >= messages;
    records.set(keyOf(job), { messages, slow, blockedUntil: isBad ? clock() + BLOCKED_MS : before.blockedUntil });
  }

  const isBlocked = (job: Pick<Job, "subject" | "html">) => (records.get(keyOf(job))?.blockedUntil ?? 0) > clock();

  function finish(resolve: (finished: Waiting) => void) {
    clearTimeout(timer);
    const finished = current;
    current = undefined;
    if (finished) {
      budget.note(finished.storeId);
      resolve(finished);
    }
    next();
  }

  function next() {
    if (current) return;
    while (!current) {
      const waiting = queue.take()?.job;
      if (!waiting) return budget.levelOut();
      const problem = problemOf(waiting);
      if (problem) waiting.failed(problem);
      else current = waiting;
    }
    budget.begin(current.storeId);
    const isNew = !thread;
    thread ??= start();
    setDeadline(isNew ? START_MS : killMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(current.job);
  }

  function setDeadline(ms: number) {
    clearTimeout(timer);
    const nth = current?.job.nth;
    // If this process was busy, the answer may have arrived already: setImmediate lets it be read first.
    timer = setTimeout(() => setImmediate(() => current?.job.nth === nth && end("stopped-slow")), ms);
  }

  /** Why a job may not run now. */
  const problemOf = ({ storeId, job }: Pick<Waiting, "storeId"> & { job: Work }) =>
    isBlocked(job) ? stopped("stopped-before") : budget.problemFor(storeId);

  const run = (storeId: StoreId, work: Work) =>
    new Promise<Message>((done, failed) => {
      budget.note(storeId);
      const problem = problemOf({ storeId, job: work });
      if (problem) return failed(problem);
      jobs += 1;
      if (!queue.add(storeId, { job: { nth: jobs, ...work }, storeId, done, failed })) return failed(tooManyWaiting());
      return next();
    });

  return {
    render: (storeId, { subject, html }, facts) => run(storeId, { kind: "render", subject, html, facts }),
    async parse(storeId, { subject, html }, facts) {
      await run(storeId, { kind: "parse", subject, html, facts });
    },
    async inspect(storeId, html) {
      await run(storeId, { kind: "inspect", subject: "", html, facts: {} });
    },
  };
}

const tooManyWaiting = () =>
  new AppError("unavailable", "unavailable", REFUSALS.say("too-many-renders", {}), {
    retryAfterSeconds: 1,
  });
