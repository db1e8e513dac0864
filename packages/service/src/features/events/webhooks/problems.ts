import { NO_ANSWERS } from "../../../platform/network/problems.ts";
import { definePhrases } from "../../../platform/text/phrases.ts";

/** Why a delivery was not accepted. The log has 200 characters for it. */
export const DELIVERY_PROBLEMS = definePhrases({
  ...NO_ANSWERS.texts,
  redirect: "The receiver answered {status}. Redirects are not followed: set the final URL.",
  status: "The receiver answered {status}.",
  "not-made": "The request could not be made.",
});

/** Why an endpoint is disabled. */
export const DISABLED_BECAUSE = definePhrases({
  "by-merchant": "A member or an API key disabled it; the audit log says who.",
  gone: "The receiver answered 410: it wants no more deliveries.",
  "failed-for-days": "Every delivery has failed for five days. The last problem: {problem}",
  "too-many-waiting": "More than {count} deliveries were waiting.",
});

/** Why a replay did not send everything that was asked for. */
export const REPLAY_PROBLEMS = definePhrases({
  "not-read": "The events could not be read. Start the replay again, with a smaller range.",
  disabled: "The endpoint was disabled before the replay had ended.",
  "not-kept": "Events before {time} are no longer kept.",
});
