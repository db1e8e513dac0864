import { parentPort } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { type ParsedTemplate, parseTemplate, renderTemplate } from "../../../platform/letter/liquid.ts";
import { inspectHtml } from "./inspect-html.ts";

// The thread that renders templates. The renderer can end it when a template never finishes.
export type Job = {
  readonly nth: number;
  readonly subject: string;
  readonly html: string;
  /** Null: only parse the template. */
  readonly facts: object | null;
};
export type Done = { readonly nth: number } & (
  | { readonly subject: string; readonly html: string }
  | { readonly problem: string; readonly ms: number }
);

const parsed = new LRUCache<string, ParsedTemplate>({ max: 50 });

function parse({ subject, html }: Job): ParsedTemplate {
  const key = `${subject}\0${html}`;
  const template = parsed.get(key) ?? parseTemplate({ subject, html });
  parsed.set(key, template);
  return template;
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

const post = (done: Done | "ready") => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(done);
};
parentPort?.on("message", (job: Job) => post(work(job)));
post("ready");
