import type { Answer } from "../../../platform/network/post.ts";
import { maskAddresses } from "../../../platform/text/mask-address.ts";
import { PROBLEM_MAX } from "../connection.ts";
import { PAUSED_BECAUSE, TOOL_PROBLEMS } from "../problems.ts";

export type AnswerState = "accepted" | "refused" | "failed" | "throttled" | "key-refused" | "gone";

const THROTTLED = 429;
const GONE = 410;
const KEY_REFUSED: readonly number[] = [401, 403];
/** Refusals that say nothing about the messages. */
const TRY_AGAIN: readonly number[] = [404, 405, 408, 425];

export function stateOf({ status }: Pick<Answer, "status">): AnswerState {
  if (status >= 200 && status < 300) return "accepted";
  if (KEY_REFUSED.includes(status)) return "key-refused";
  if (status === GONE) return "gone";
  if (status === THROTTLED) return "throttled";
  return status >= 400 && status < 500 && !TRY_AGAIN.includes(status) ? "refused" : "failed";
}

/** Characters that are kept of the words of a tool. */
const ANSWER_MAX = 200;

/** What is wrong, for the merchant. Undefined: nothing. `said`: the words of the tool, which may repeat the address of a shopper. They
 *  are masked before they are cut, because half an address would not be recognised. */
export function problemOf({ status }: Pick<Answer, "status">, said: string | undefined): string | undefined {
  const answer = said === undefined ? undefined : maskAddresses(said).slice(0, ANSWER_MAX);
  const problem = describe(stateOf({ status }), status, answer);
  return problem?.slice(0, PROBLEM_MAX);
}

function describe(state: AnswerState, status: number, answer: string | undefined): string | undefined {
  if (state === "accepted") return undefined;
  if (state === "key-refused") return PAUSED_BECAUSE.say("key-refused", { status, answer: answer ?? null });
  if (state === "gone") return PAUSED_BECAUSE.say("gone", {});
  if (state === "throttled") return TOOL_PROBLEMS.say("throttled", {});
  if (status >= 300 && status < 400) return TOOL_PROBLEMS.say("redirect", { status });
  return answer === undefined
    ? TOOL_PROBLEMS.say("status", { status })
    : TOOL_PROBLEMS.say("status-said", { status, answer });
}
