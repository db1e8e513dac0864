import type { Page, Request } from "playwright-core";
import { waitFor } from "../../engines/wait-for.ts";
import type { Call } from "./member.ts";

const API = "/storeadmin/";
/** A stream has no end, and `live-watch` measures it. */
const STREAM = "/storeadmin/v3/plans/live";
/** A page that has not changed for this long is complete. */
const QUIET_MS = 700;
const COMPLETE_MS = 30_000;

/** In the page: when the document last changed. Ages such as "3 seconds ago" are not counted, they change for ever. */
const WATCH = `new MutationObserver((changes) => {
  if (changes.some(({ target }) => !(target.nodeType === 3 ? target.parentElement : target)?.closest("time")))
    globalThis.changedAt = performance.now();
}).observe(document, { subtree: true, childList: true, characterData: true });`;

/** When nothing is loading and nothing has changed for a while, how long after the last answer the last change was. */
const SETTLED = `(() => {
  const calls = performance.getEntriesByType("resource").filter(({ name }) => name.includes("${API}") && !name.includes("${STREAM}"));
  const answeredAt = Math.max(0, ...calls.map(({ responseEnd }) => responseEnd));
  const isDone = document.querySelector("h1") && !document.querySelector("[aria-busy=true]") && answeredAt > 0;
  return isDone && performance.now() - Math.max(globalThis.changedAt, answeredAt) > ${QUIET_MS}
    ? Math.max(1, globalThis.changedAt - answeredAt)
    : 0;
})()`;

/** Must have been called once for a window before its visits. */
export const watchChanges = (page: Page) => page.addInitScript(WATCH);

/** Opens a page and waits until it is complete. */
export async function visit(page: Page, url: string): Promise<{ usableMs: number; calls: readonly Call[] }> {
  const calls: Call[] = [];
  const onRequest = (request: Request) => {
    const { pathname, search } = new URL(request.url());
    // What fills a frame is a page of its own.
    if (!pathname.startsWith(API) || pathname === STREAM || request.isNavigationRequest()) return;
    const isPost = request.method() === "POST";
    calls.push({ path: pathname + search, ...(isPost ? { body: request.postDataJSON() as object } : {}) });
  };
  page.on("request", onRequest);
  try {
    await page.goto(url);
    let usableMs = 0;
    const isComplete = async () => {
      usableMs = Number(await page.evaluate(SETTLED));
      return usableMs > 0;
    };
    if (!(await waitFor(isComplete, COMPLETE_MS))) throw new Error(`${url} was not complete in time`);
    return { usableMs, calls };
  } finally {
    page.off("request", onRequest);
  }
}
