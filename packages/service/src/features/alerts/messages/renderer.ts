import { Worker } from "node:worker_threads";
import { type Clock, systemClock } from "../../../platform/clock.ts";
import type { Done, Job } from "./render-thread.ts";

/** The template could not be rendered, for a reason that its author can fix. */
export class TemplateProblem extends Error {}

/** A template, or the message that it renders to. */
type Message = { readonly subject: string; readonly html: string };
export type Renderer = {
  /** Throws a TemplateProblem. Without facts, the template is only parsed. */
  render(template: Message, facts: object | null): Promise<Message>;
};

const KILL_MS = 1_000;
/** The first job also waits for the thread to start. */
const START_MS = 10_000;
/** A template that takes longer than this to fail is blocked: for a hundred recipients it would keep the thread busy. */
const SLOW_MS = 100;
const BLOCKED_MS = 60_000;
const BLOCKED_MAX = 1_000;
const WAITING_MAX = 1_000;

const stoppedBefore = () =>
  new TemplateProblem("The template was stopped a moment ago. Fix it, or try again in a minute");

type Waiting = {
  readonly job: Job;
  readonly done: (message: Message) => void;
  readonly failed: (error: Error) => void;
};

/** Renders one template at a time, in one thread. A template that runs for a second is stopped with its thread and is
 *  blocked for a minute, so that other templates do not wait for it. */
export function createRenderer({
  clock = systemClock,
  killMs = KILL_MS,
}: {
  clock?: Clock;
  killMs?: number;
} = {}): Renderer {
  const queue: Waiting[] = [];
  const blocked = new Map<string, number>();
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
        return;
      }
      if (done.nth !== current?.job.nth) return;
      if ("problem" in done) {
        if (done.ms > SLOW_MS) block(current.job);
        finish(({ failed }) => failed(new TemplateProblem(done.problem)));
      } else finish((one) => one.done(done));
    });
    // Out of memory, or a stack that is too deep. This ends the thread, but not the process.
    started.on("error", () => started === thread && end("it needs too much memory"));
    started.unref(); // after the listeners: adding one would keep the process alive
    return started;
  }

  function end(reason: string) {
    const ended = thread;
    thread = undefined;
    if (current) block(current.job);
    void ended?.terminate();
    finish(({ failed }) => failed(new TemplateProblem(`The template was stopped: ${reason}`)));
  }

  function block({ subject, html }: Job) {
    if (blocked.size >= BLOCKED_MAX) blocked.clear();
    blocked.set(`${subject}\0${html}`, clock() + BLOCKED_MS);
  }

  const isBlocked = ({ subject, html }: Pick<Job, "subject" | "html">) =>
    (blocked.get(`${subject}\0${html}`) ?? 0) > clock();

  function finish(resolve: (finished: Waiting) => void) {
    clearTimeout(timer);
    const finished = current;
    current = undefined;
    if (finished) resolve(finished);
    next();
  }

  function next() {
    if (current) return;
    current = queue.shift();
    while (current && isBlocked(current.job)) {
      current.failed(stoppedBefore());
      current = queue.shift();
    }
    if (!current) return;
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
    timer = setTimeout(() => setImmediate(() => current?.job.nth === nth && end("it ran for too long")), ms);
  }

  return {
    render: ({ subject, html }, facts) =>
      new Promise((done, failed) => {
        if (isBlocked({ subject, html })) return failed(stoppedBefore());
        if (queue.length >= WAITING_MAX) return failed(new Error("Too many messages wait to be rendered"));
        jobs += 1;
        queue.push({ job: { nth: jobs, subject, html, facts }, done, failed });
        return next();
      }),
  };
}
