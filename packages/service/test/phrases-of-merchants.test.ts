import { expect, test } from "vitest";
import { explainReason } from "../src/features/alerts/delivery/reason.ts";
import { PRICE_PHRASES } from "../src/features/alerts/overview/list-recipients.ts";
import { WAVE_PHRASES } from "../src/features/alerts/plans/plan.ts";
import { PLAN_REASONS } from "../src/features/alerts/plans/plan-reasons.ts";
import { REPLAY_NOTES } from "../src/features/alerts/replay/notes.ts";
import { readSentence, sentenceOf, TROUBLES } from "../src/features/alerts/senders/describe-problem.ts";
import { DNS_FINDINGS, RECORD_VALUES } from "../src/features/alerts/senders/dns/findings.ts";
import { DELIVERY_PROBLEMS, DISABLED_BECAUSE, REPLAY_PROBLEMS } from "../src/features/events/webhooks/problems.ts";
import { PAUSED_BECAUSE, TOOL_PROBLEMS } from "../src/features/marketing/problems.ts";
import { HAPPENINGS } from "../src/features/subscriptions/line/happenings.ts";
import { REFUSALS } from "../src/platform/http/refusals.ts";
import { MISTAKES } from "../src/platform/letter/mistakes.ts";
import { namesOf, type Phrases } from "../src/platform/text/phrases.ts";

const CATALOGUES = {
  DNS_FINDINGS,
  RECORD_VALUES,
  TROUBLES,
  PLAN_REASONS,
  WAVE_PHRASES,
  HAPPENINGS,
  PRICE_PHRASES,
  DELIVERY_PROBLEMS,
  DISABLED_BECAUSE,
  REPLAY_PROBLEMS,
  REPLAY_NOTES,
  TOOL_PROBLEMS,
  PAUSED_BECAUSE,
  MISTAKES,
  REFUSALS,
} as const;
type AnyPhrases = Phrases<Readonly<Record<string, string>>>;

test.each(Object.entries(CATALOGUES))("%s: each phrase is read as itself, whatever its values", (_, phrases) => {
  const { texts, say, read } = phrases as AnyPhrases;
  for (const [code, phrase] of Object.entries(texts)) {
    const names = namesOf(phrase);
    const all = Object.fromEntries(names.map(({ name }, index) => [name, `x${index}.example`]));
    expect(read(say(code, all))).toEqual({ code, ...all });
    const some = {
      ...all,
      ...Object.fromEntries(names.flatMap(({ name, isOptional }) => (isOptional ? [[name, null]] : []))),
    };
    expect(read(say(code, some))).toEqual({ code, ...some });
  }
});

test("a reason of a plan fits into its 80 characters, and what is wrong with a provider into its sentence", () => {
  for (const [code, phrase] of Object.entries(PLAN_REASONS.texts)) {
    const values = Object.fromEntries(namesOf(phrase).map(({ name }) => [name, "1000000"]));
    expect((PLAN_REASONS as AnyPhrases).say(code, values)).toMatch(/^.{1,80}$/);
  }
  const sentence = sentenceOf(TROUBLES.say("refused-login", { answer: "535 5.7.8" }));
  expect(sentence).toBe("The provider refuses the login (535 5.7.8).");
  expect(readSentence(sentence)).toEqual({ code: "refused-login", answer: "535 5.7.8" });
});

test("how a delivery ended is read with its detail, and a refusal in a server's own words has no code", () => {
  const why = (code: number, detail: string) => HAPPENINGS.read(explainReason(code, detail)?.text ?? "");
  expect(why(1, "")).toEqual({ code: "sent" });
  expect(why(2, "a worker stopped while sending it")).toEqual({ code: "sent-perhaps-worker" });
  expect(why(2, "the provider did not answer: ETIMEDOUT")).toEqual({
    code: "sent-perhaps-no-answer",
    answer: "ETIMEDOUT",
  });
  expect(why(3, "2026-11-18 10:00 UTC")).toEqual({ code: "offered", until: "2026-11-18 10:00 UTC" });
  expect(why(5, "the server answered 550 5.1.1")).toEqual({ code: "refused-server", answer: "550 5.1.1" });
  expect(why(5, "550 no such user here")).toBeNull();
  expect(why(6, "sms")).toEqual({ code: "no-sender", medium: "sms" });
});
