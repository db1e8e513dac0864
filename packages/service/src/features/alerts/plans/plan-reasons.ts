import { definePhrases } from "../../../platform/text/phrases.ts";
import { TROUBLES } from "../senders/describe-problem.ts";

/** Why a plan is paused or waits. A plan has 80 characters for it. */
export const PLAN_REASONS = definePhrases({
  ...TROUBLES.texts,
  "sending-paused": "the operator has paused this store's sending",
  "sender-not-verified": "the store's sender is not verified yet",
  "mail-limit": "the store's limit of {max} mails a day is reached",
  "text-limit": "the store's limit of {max} text messages a day is reached",
  "spend-limit": "the store's limit for what it spends on text messages today is reached",
  "slow-template": "the store's template is slow, so its alerts are sent slowly",
  "wave-failed": "the next wave failed and is tried again: see the worker's log",
  complaints: "{complaints} complaints about {sent} alerts in {days} days ({percent} %)",
});
