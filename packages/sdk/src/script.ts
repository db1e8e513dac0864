import { createClient } from "./client.ts";
import { createDocumentedCalls, type DocumentedCalls } from "./compat.ts";
import { reportError } from "./observers.ts";

// Runs as a script tag. It reads its own attributes and makes the calls that were queued before it loaded.

/** A function that gets the client, or a call by name: `["SaveForLater.init", onSuccess, onError]`. */
type QueuedCall = ((keepsake: DocumentedCalls) => void) | readonly [name: string, ...args: unknown[]];

const script = document.currentScript;
if (script instanceof HTMLScriptElement) start(script);

function start({ dataset, src }: HTMLScriptElement) {
  const { pid, base, token, list, share } = dataset;
  const page = globalThis as unknown as Record<string, unknown>;
  const globalName = dataset["global"] ?? "Keepsake";
  const queueName = dataset["queue"] ?? "KeepsakeCallbacks";
  if (page[globalName]) return; // The page includes the script twice.
  if (!pid)
    return reportError(new Error("Keepsake: the script tag has no data-pid attribute. Set it to your store id."));

  const keepsake = createDocumentedCalls(
    createClient({
      pid,
      baseUrl: base ?? new URL(src).origin,
      ...(token === undefined ? {} : { token }),
      ...(list === undefined ? {} : { listName: list }),
      ...(share === undefined ? {} : { sharePage: share }),
    }),
  );
  page[globalName] = keepsake;
  // The elements are a file next to this one; import() passes this script's nonce on. After a failure the URL changes for
  // the second attempt, because browsers remember a module that failed to load.
  const load = (query: string) => import(new URL(`keepsake-elements.js${query}`, src).href);
  if (dataset["elements"] !== "off")
    load("")
      .catch(() => new Promise((resolve) => void setTimeout(resolve, 3_000)).then(() => load("?retry")))
      .then(({ defineElements }) => defineElements(keepsake), reportError);

  const run = (call: QueuedCall) => {
    try {
      if (typeof call === "function") call(keepsake);
      else callByName(keepsake, call);
    } catch (error) {
      reportError(error);
    }
  };
  const queued = page[queueName];
  page[queueName] = { push: (...calls: QueuedCall[]) => calls.forEach(run) };
  if (Array.isArray(queued)) (queued as QueuedCall[]).forEach(run);
}

function callByName(keepsake: DocumentedCalls, [name, ...args]: readonly [string, ...unknown[]]) {
  const target = name.split(".").reduce<unknown>((object, key) => (object as Record<string, unknown>)?.[key], keepsake);
  if (typeof target !== "function") throw new TypeError(`Keepsake has no call named ${name}.`);
  target(...args);
}
