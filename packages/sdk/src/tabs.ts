import type { Change } from "./changes.ts";
import type { Person } from "./identity.ts";

/** What one tab tells the others of the same shop. */
export type Message =
  /** With the person: the tab may hear of it before its storage does. */
  | { readonly about: "shopper"; readonly person: Person | undefined }
  | { readonly about: "change"; readonly regid: string; readonly change: Change }
  | { readonly about: "lists"; readonly regid: string };

export type Tabs = { tell(message: Message): void; close(): void };

export function openTabs(name: string, onMessage: (message: Message) => void): Tabs {
  let channel: BroadcastChannel | undefined;
  try {
    // Of a server that renders pages there are no tabs, and a channel would keep its process.
    if (typeof document !== "undefined") channel = new BroadcastChannel(name);
  } catch {
    // An old browser, or a page of no origin: each tab for itself.
  }
  channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => onMessage(data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    tell: (message) => channel?.postMessage(message),
    close: () => channel?.close(),
  };
}
