import { parentPort } from "node:worker_threads";
import { inspectHtml } from "./inspect-html.ts";
import { type Parsed, parseTemplate, renderTemplate } from "./liquid.ts";

// A thread of its own for templates, so that one which never ends can be ended.
export type Job = {
  readonly nth: number;
  readonly subject: string;
  readonly html: string;
  /** Without them the template is only parsed. */
  readonly facts: object | null;
};
export type Done = { readonly nth: number } & (
  | { readonly subject: string; readonly html: string }
  | { readonly problem: string; readonly ms: number }
);

const PARSED_KEPT = 50;
const parsed = new Map<string, Parsed>();

function parse({ subject, html }: Job): Parsed {
  const key = `${subject}\0${html}`;
  const known = parsed.get(key) ?? parseTemplate({ subject, html });
  parsed.delete(key);
  parsed.set(key, known);
  if (parsed.size > PARSED_KEPT) parsed.delete(parsed.keys().next().value ?? "");
  return known;
}

function work(job: Job): Done {
  const from = performance.now();
  const failed = (problem: string): Done => ({ nth: job.nth, problem, ms: performance.now() - from });
  try {
    const template = parse(job);
    if (!job.facts) return { nth: job.nth, subject: "", html: "" };
    const { subject, html } = renderTemplate(template, job.facts);
    const [problem] = inspectHtml(html);
    return problem ? failed(problem.text) : { nth: job.nth, subject, html };
  } catch (error) {
    return failed((error instanceof Error ? error.message : "").slice(0, 300));
  }
}

const say = (done: Done | "ready") => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(done);
};
parentPort?.on("message", (job: Job) => say(work(job)));
say("ready");
