import type { Post } from "../../network/post.ts";

export type TextMessage = { readonly to: string; readonly text: string; readonly key: string };

/** Hands one text message to the provider. Throws when it is not accepted. */
export type SendText = (message: TextMessage) => Promise<void>;

/** `post`: for hosts that a merchant named. */
export type SmsOptions = { readonly timeoutMs?: number; readonly post?: Post };
