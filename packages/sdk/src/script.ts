import { type ClientOptions, createClient } from "./client.ts";
import { createCalls, type DocumentedCalls } from "./documented-calls.ts";
import type { QueuedCall } from "./globals.ts";
import { reportError } from "./observers.ts";
import { sleep } from "./send.ts";

// Runs as a script tag. It reads its own attributes and makes the calls that were queued before it loaded.

const script = document.currentScript;
if (script instanceof HTMLScriptElement) start(script);

function start({ dataset, src }: HTMLScriptElement) {
  const { pid, base, token, list: listName, share: sharePage } = dataset;
  const page = globalThis as unknown as Record<string, unknown>;
  const globalName = dataset["global"] ?? "Keepsake";
  const queueName = dataset["queue"] ?? "KeepsakeCallbacks";
  if (page[globalName]) return; // The page includes the script twice.
  if (!pid) return reportError(new Error("Keepsake: set data-pid of the script tag to your store id."));

  // Two files next to this one; import() passes this script's nonce on. After a failure the URL changes for the second
  // attempt, because browsers remember a module that failed to load.
  const load = (name: string, query = "") => import(new URL(`keepsake-${name}.js${query}`, src).href);
  const loadTwice = (name: string) => load(name).catch(() => sleep(3_000).then(() => load(name, "?retry")));

  const keepsake = createCalls(
    // An attribute that the tag does not have is undefined, which the client takes as not given.
    createClient({ pid, baseUrl: base ?? new URL(src).origin, token, listName, sharePage } as ClientOptions),
    () => loadTwice("more"),
  );
  page[globalName] = keepsake;
  if (dataset["elements"] !== "off")
    loadTwice("elements").then(({ defineElements }) => defineElements(keepsake, dataset["language"]), reportError);

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
