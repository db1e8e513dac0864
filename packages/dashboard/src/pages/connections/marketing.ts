import type { Got } from "../../api/call.ts";

export type Tool = Got<"/storeadmin/v3/marketing">["items"][number];
export type ToolName = Tool["tool"];

/** What a marketing tool can get, in the order of a shopper's way. */
export const EVENTS = [
  "item.added",
  "item.removed",
  "list.shared",
  "alert.subscribed",
  "alert.unsubscribed",
  "alert.offered",
  "alert.sent",
  "alert.clicked",
  "alert.bought",
] as const;
