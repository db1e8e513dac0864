import { signatureHeaders } from "../../events/webhooks/sending/sign.ts";
import { CONSENT } from "../connection.ts";
import type { Content, Item } from "../content.ts";
import { inPages } from "./in-pages.ts";
import type { Windows } from "./limiter.ts";
import type { Tool, ToolRequest } from "./tool.ts";

/** Grows when a field changes its meaning. New fields and types may come with any version of Keepsake. */
const VERSION = 1;

const MESSAGES_MAX = 100;
const BYTES_MAX = 262_144;
export const PUSH_WINDOWS = { push: { perSecond: 10, perMinute: 300 } } as const satisfies Windows;

export type PushMessage = {
  /** Each time the same: a receiver handles an id once. */
  readonly id: string;
  /** The name of the event, or `mailing-list.joined`, `mailing-list.left` or `person.erased`. */
  readonly type: string;
  readonly at: string;
  readonly person: {
    readonly email: string | null;
    readonly phone: string | null;
    readonly locale: string | null;
    readonly timeZone: string | null;
  };
  readonly product: Item | null;
  readonly topic: string | null;
  readonly quantity: number | null;
  readonly list: string | null;
};
export type PushBody = {
  readonly version: typeof VERSION;
  readonly store: string;
  readonly messages: readonly PushMessage[];
};

export type PushAccess = { readonly url: string; readonly secret: string; readonly pid: string };

/** Posts messages as JSON, signed as webhooks are, for tools without an adapter. */
export function createHttpPush({ url, secret, pid }: PushAccess): Tool {
  function request(messages: readonly PushMessage[], contents: readonly Content[]): ToolRequest {
    const body = JSON.stringify({ version: VERSION, store: pid, messages } satisfies PushBody);
    const id = `msg_${messages[0]?.id}_${messages.length}`.replaceAll(/[^\w-]/g, "_");
    return {
      endpoint: "push",
      url,
      headers: (at) => ({
        "content-type": "application/json",
        "user-agent": "Keepsake-Marketing/1",
        ...signatureHeaders([secret], { id, at, body }),
      }),
      body,
      contents,
      isRepeatable: true,
    };
  }
  return {
    windows: PUSH_WINDOWS,
    inBulk: (contents) =>
      inPages(contents, (one) => JSON.stringify(toPushMessage(one)).length, {
        count: MESSAGES_MAX,
        bytes: BYTES_MAX,
      }).map((page) => request(page.map(toPushMessage), page)),
    alone: (content) => request([toPushMessage(content)], [content]),
    erase: ({ id, at, addresses }) => [
      request(
        addresses.map(({ medium, value }, place) => ({
          ...EMPTY,
          id: `keepsake-${pid}-erasure-${id}-${place}`,
          type: "person.erased",
          at: at.toISOString(),
          person: {
            email: medium === "email" ? value : null,
            phone: medium === "sms" ? value : null,
            locale: null,
            timeZone: null,
          },
        })),
        [],
      ),
    ],
    readAnswer: () => undefined,
  };
}

const EMPTY = { product: null, topic: null, quantity: null, list: null } as const;

const toPushMessage = (content: Content): PushMessage => ({
  id: content.uniqueId,
  type: content.subject === CONSENT ? `mailing-list.${content.onMailingList ? "joined" : "left"}` : content.subject,
  at: content.at.toISOString(),
  person: content.person,
  product: content.item,
  topic: content.topic,
  quantity: content.quantity,
  list: content.list,
});
