import type { Change } from "./changes.ts";
import type { Identity } from "./identity.ts";

/** A message from one tab to the other tabs of the same shop. */
export type Message =
  /** Carries the identity, because the message may arrive before the storage is updated. Tabs with an older SDK read the
   *  field `person`, so it keeps that name. */
  | { readonly about: "shopper"; readonly person: Identity | undefined }
  | { readonly about: "change"; readonly regid: string; readonly change: Change }
  | { readonly about: "lists"; readonly regid: string };

export type Tabs = { send(message: Message): void; close(): void };

export function openTabs(name: string, onMessage: (message: Message) => void): Tabs {
  let channel: BroadcastChannel | undefined;
  try {
    // On a server there are no tabs, and an open channel would keep the process alive.
    if (typeof document !== "undefined") channel = new BroadcastChannel(name);
  } catch {
    // Old browsers, and pages without an origin, have no channel. Their tabs are not synchronised.
  }
  channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => onMessage(data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
    send: (message) => channel?.postMessage(message),
    close() {
      channel?.close();
      channel = undefined; // A call that ends later may still have something to tell.
    },
  };
}
