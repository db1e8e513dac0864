import { parentPort } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { checkTemplate, type ParsedTemplate, parseTemplate, renderTemplate } from "../../../platform/letter/liquid.ts";
import type { Problem } from "./errors.ts";
import { rebuildHtml } from "./rebuild-html.ts";
import { withoutLiquid } from "./without-liquid.ts";

// The thread that works on merchants' templates. The renderer can end it when a template never finishes.
export type Work = {
  /** parse: check the Liquid, and that the facts have what it names. inspect: check the HTML around the Liquid. */
  readonly kind: "parse" | "inspect" | "render";
  readonly subject: string;
  readonly html: string;
  readonly facts: object;
};
export type Job = Work & { readonly nth: number };
export type Done = { readonly nth: number; readonly ms: number; readonly cpuMs: number } & (
  | { readonly subject: string; readonly html: string }
  | { readonly problems: readonly Problem[] }
);

const parsed = new LRUCache<string, ParsedTemplate>({ max: 50 });

function parse({ subject, html }: Work): ParsedTemplate {
  const key = `${subject}\0${html}`;
  const template = parsed.get(key) ?? parseTemplate({ subject, html });
  parsed.set(key, template);
  return template;
}

const CHECKED_CHARACTERS_MAX = 2_000_000;
/** What was wrong with the last templates. Authors preview the same text in several looks, save it and send it as a test. */
const checked = new LRUCache<string, readonly Problem[]>({
  maxSize: CHECKED_CHARACTERS_MAX,
  sizeCalculation: (_, key) => key.length,
});

function check(job: Work): readonly Problem[] {
  const key = [job.kind, job.subject, job.html, JSON.stringify(job.facts)].join("\0");
  const problems =
    checked.get(key) ??
    (job.kind === "inspect" ? rebuildHtml(withoutLiquid(job.html)).problems : checkTemplate(job, job.facts));
  checked.set(key, problems);
  return problems;
}

function work(job: Work): { problems: readonly Problem[] } | { subject: string; html: string } {
  try {
    if (job.kind !== "render") return { problems: check(job) };
    const { subject, html: rendered } = renderTemplate(parse(job), job.facts);
    const { html, problems } = rebuildHtml(rendered);
    return problems.length > 0 ? { problems } : { subject, html };
  } catch (error) {
    return { problems: [problemOf(error instanceof Error ? error.message : "")] };
  }
}

/** liquidjs puts the line behind its text. */
function problemOf(message: string): Problem {
  const line = /, line:(\d{1,6}), col:\d{1,6}$/m.exec(message);
  return { line: Number(line?.[1] ?? 0), text: (message.split(", line:")[0] ?? "").slice(0, 300) };
}

/** Processor time of this thread, so that no store is charged for a busy machine. Node 22 does not report it; the elapsed
 *  time is used instead. */
function cpuNow() {
  if (!("threadCpuUsage" in process)) return performance.now();
  process.cpuUsage(); // makes Linux bring the thread's time up to date, which it otherwise does every four milliseconds
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const post = (done: Done | "ready") => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(done);
};
parentPort?.on("message", (job: Job) => {
  const [from, cpuFrom] = [performance.now(), cpuNow()];
  const result = work(job);
  post({ nth: job.nth, ms: performance.now() - from, cpuMs: cpuNow() - cpuFrom, ...result });
});
// The first message is much slower than the next ones. This one has no deadline.
work({ kind: "render", subject: "", html: "<p>{{ name }}</p>", facts: { name: "Ann" } });
post("ready");
