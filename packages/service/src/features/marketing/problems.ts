import { NO_ANSWERS } from "../../platform/network/problems.ts";
import { definePhrases } from "../../platform/text/phrases.ts";

/** Why a tool accepted nothing, or refused a message. The connection has 300 characters for it. */
export const TOOL_PROBLEMS = definePhrases({
  ...NO_ANSWERS.texts,
  redirect: "The tool answered {status}. Redirects are not followed: set the final URL.",
  throttled: "The tool answered 429: too many requests. Keepsake tries again when it may.",
  "status-said": "The tool answered {status}: {answer}",
  status: "The tool answered {status}.",
  "not-made": "The request could not be made.",
});

/** Why a connection is paused. */
export const PAUSED_BECAUSE = definePhrases({
  "by-merchant": "A member or an API key paused it; the audit log says who.",
  "key-refused": "The tool answered {status}: the key was revoked, or may not do this.[ ({answer})]",
  gone: "The receiver answered 410: it wants no more messages.",
});
