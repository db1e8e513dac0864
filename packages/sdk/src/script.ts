import { createClient } from "./client.ts";
import { createDocumentedCalls, type DocumentedCalls } from "./compat.ts";
import { reportError } from "./observers.ts";

// The script tag: reads its own attributes, and takes up the calls that were made before it was there.

/** A function that gets the client, or a call by its name: `["SaveForLater.init", onSuccess, onError]`. */
type Call = ((keepsake: DocumentedCalls) => void) | readonly [name: string, ...args: unknown[]];

const script = document.currentScript;
if (script instanceof HTMLScriptElement) start(script);

function start({ dataset, src }: HTMLScriptElement) {
  const { pid, base, token, list, share } = dataset;
  const page = globalThis as unknown as Record<string, unknown>;
  const globalName = dataset["global"] ?? "Keepsake";
  const queueName = dataset["queue"] ?? "KeepsakeCallbacks";
  if (page[globalName]) return; // the page has the script twice
  if (!pid) return reportError(new Error("Keepsake: the script tag needs data-pid."));

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
  // The elements are a file beside this one. It carries this script's nonce, as import() does. A network that fails once gets
  // a second try, under another address: browsers remember a module that did not come.
  const load = (query: string) => import(new URL(`keepsake-elements.js${query}`, src).href);
  if (dataset["elements"] !== "off")
    load("")
      .catch(() => new Promise((resolve) => void setTimeout(resolve, 3_000)).then(() => load("?again")))
      .then(({ defineElements }) => defineElements(keepsake), reportError);

  const run = (call: Call) => {
    try {
      if (typeof call === "function") call(keepsake);
      else callByName(keepsake, call);
    } catch (error) {
      reportError(error);
    }
  };
  const queued = page[queueName];
  page[queueName] = { push: (...calls: Call[]) => calls.forEach(run) };
  if (Array.isArray(queued)) (queued as Call[]).forEach(run);
}

function callByName(keepsake: DocumentedCalls, [name, ...args]: readonly [string, ...unknown[]]) {
  const called = name.split(".").reduce<unknown>((object, key) => (object as Record<string, unknown>)?.[key], keepsake);
  if (typeof called !== "function") throw new TypeError(`Keepsake has no ${name}.`);
  called(...args);
}
