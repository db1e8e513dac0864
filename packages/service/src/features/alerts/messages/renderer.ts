import { Worker } from "node:worker_threads";
import { type Clock, systemClock } from "../../../platform/clock.ts";
import type { Done, Job } from "./render-thread.ts";

/** A template that could not be rendered, for a reason that its author can mend. */
export class TemplateProblem extends Error {}

type Written = { readonly subject: string; readonly html: string };
export type Renderer = {
  /** Throws a TemplateProblem. Without facts the template is only parsed. */
  render(template: Written, facts: object | null): Promise<Written>;
};

const KILL_MS = 1_000;
/** The first job also waits for the thread to start. */
const START_MS = 10_000;
/** What fails only after so long is shunned, too: a hundred people's would keep the thread busy for nothing. */
const SLOW_MS = 100;
const SHUNNED_MS = 60_000;
const SHUNNED_MAX = 1_000;
const WAITING_MAX = 1_000;

const shunnedNow = () => new TemplateProblem("The template was stopped a moment ago");

type Waiting = {
  readonly job: Job;
  readonly done: (written: Written) => void;
  readonly failed: (error: Error) => void;
};

/** One thread, one template at a time. What runs for a second is ended with its thread, and not tried again for a minute, so
 *  that others do not wait for it. */
export function createRenderer({
  clock = systemClock,
  killMs = KILL_MS,
}: {
  clock?: Clock;
  killMs?: number;
} = {}): Renderer {
  const queue: Waiting[] = [];
  const shunned = new Map<string, number>();
  let thread: Worker | undefined;
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;
  let jobs = 0;

  function start() {
    const made = new Worker(new URL("./render-thread.ts", import.meta.url), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    made.unref();
    made.on("message", (done: Done | "ready") => {
      if (done === "ready") {
        if (made === thread && current) wait(killMs);
        return;
      }
      if (done.nth !== current?.job.nth) return;
      if ("problem" in done) {
        if (done.ms > SLOW_MS) shun(current.job);
        finish(({ failed }) => failed(new TemplateProblem(done.problem)));
      } else finish((one) => one.done(done));
    });
    // Out of memory, or a stack too deep: the thread is gone, the process is not.
    made.on("error", () => made === thread && end("it needs too much memory"));
    return made;
  }

  function end(why: string) {
    const gone = thread;
    thread = undefined;
    if (current) shun(current.job);
    void gone?.terminate();
    finish(({ failed }) => failed(new TemplateProblem(`The template was stopped: ${why}`)));
  }

  function shun({ subject, html }: Job) {
    if (shunned.size >= SHUNNED_MAX) shunned.clear();
    shunned.set(`${subject}\0${html}`, clock() + SHUNNED_MS);
  }

  const isShunned = ({ subject, html }: Pick<Job, "subject" | "html">) =>
    (shunned.get(`${subject}\0${html}`) ?? 0) > clock();

  function finish(tell: (one: Waiting) => void) {
    clearTimeout(timer);
    const one = current;
    current = undefined;
    if (one) tell(one);
    next();
  }

  function next() {
    if (current) return;
    current = queue.shift();
    while (current && isShunned(current.job)) {
      current.failed(shunnedNow());
      current = queue.shift();
    }
    if (!current) return;
    const isNew = !thread;
    thread ??= start();
    wait(isNew ? START_MS : killMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(current.job);
  }

  function wait(ms: number) {
    clearTimeout(timer);
    const nth = current?.job.nth;
    // Where this process was busy itself, the answer may be here already: it is read first.
    timer = setTimeout(() => setImmediate(() => current?.job.nth === nth && end("it ran for too long")), ms);
  }

  return {
    render: ({ subject, html }, facts) =>
      new Promise((done, failed) => {
        if (isShunned({ subject, html })) return failed(shunnedNow());
        if (queue.length >= WAITING_MAX) return failed(new Error("Too many messages wait to be written"));
        jobs += 1;
        queue.push({ job: { nth: jobs, subject, html, facts }, done, failed });
        return next();
      }),
  };
}
