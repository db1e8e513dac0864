import type { DocumentedCalls } from "./documented-calls.ts";
import type { ElementAttributes } from "./elements/attributes.ts";
import type { KeepsakeError } from "./errors.ts";
import type { AlertRequest, Item, Product } from "./records.ts";

// Types of what the script tag adds to a page. `import "keepsake-sdk/script"` or `import type {} from "keepsake-sdk/script"`
// makes them known.

/** A function that gets `window.Keepsake`, or a call by name: `["addToList", lid, product, onSuccess, onError]`. */
export type QueuedCall = ((keepsake: DocumentedCalls) => void) | readonly [name: string, ...args: unknown[]];

/** The events of the elements. They bubble, so a listener on the document gets all of them. */
export type KeepsakeEventMap = {
  "keepsake:saved": CustomEvent<{ product: Product }>;
  "keepsake:removed": CustomEvent<{ product: Product }>;
  "keepsake:notify-me": CustomEvent<{ product: Product; medium: AlertRequest["medium"] }>;
  "keepsake:to-cart": CustomEvent<{ item: Item; waitUntil(work: Promise<unknown>): void }>;
  "keepsake:failed": CustomEvent<{ product?: Product; error: KeepsakeError }>;
};

type KeepsakeElements = { [Name in keyof ElementAttributes]: HTMLElement };

declare global {
  interface Window {
    /** Defined when the script has run. Before that, push to `KeepsakeCallbacks`. */
    Keepsake: DocumentedCalls;
    KeepsakeCallbacks: { push(...calls: QueuedCall[]): unknown };
  }
  interface HTMLElementTagNameMap extends KeepsakeElements {}
  interface GlobalEventHandlersEventMap extends KeepsakeEventMap {}
}
