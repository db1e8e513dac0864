import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { planReasons } from "../src/components/plan-reasons.ts";
import { dnsTexts, recordValueTexts } from "../src/pages/connections/dns-texts.ts";
import { pausedReasons, toolReasons } from "../src/pages/connections/marketing-reasons.ts";
import { deliveryReasons, disabledReasons, replayReasons } from "../src/pages/connections/webhook-reasons.ts";
import { mistakes } from "../src/pages/messages/mistake-texts.ts";
import { happenings } from "../src/pages/people/event-texts.ts";
import { replayNotes } from "../src/pages/restocks/replay-notes.ts";
import { createFormats } from "../src/words/formats.ts";
import { refusalTexts } from "../src/words/refusal-texts.ts";
import { troubleReasons } from "../src/words/trouble-texts.ts";
import { asSentence, type Sayings, sayWhy } from "../src/words/why.ts";

type Coded = { readonly code: string };
type Schema = {
  readonly properties: Readonly<Record<string, { readonly enum?: readonly string[]; readonly anyOf?: object }>>;
};
const { components } = JSON.parse(await readFile(new URL("../../../openapi.json", import.meta.url), "utf8")) as {
  components: { schemas: Record<string, { anyOf: readonly Schema[] }> };
};

const TEXTS = {
  TroubleWhy: troubleReasons,
  PlanWhy: planReasons,
  DnsWhy: dnsTexts,
  RecordValueWhy: recordValueTexts,
  HappeningWhy: happenings,
  DeliveryWhy: deliveryReasons,
  DisabledWhy: disabledReasons,
  ReplayWhy: replayReasons,
  ReplayNoteWhy: replayNotes,
  MistakeWhy: mistakes,
  ToolWhy: toolReasons,
  MarketingPausedWhy: pausedReasons,
  RefusalWhy: refusalTexts,
} as const;

/** Each code of a kind twice: with all of its values, and without those that may be null. */
const examplesOf = (name: string) =>
  (components.schemas[name]?.anyOf ?? []).flatMap(({ properties }) => {
    const code = properties["code"]?.enum?.[0] ?? "";
    const values = Object.entries(properties).filter(([one]) => one !== "code");
    const all = Object.fromEntries(
      values.map(([one]) => [one, /time|until/.test(one) ? "2026-11-18T08:00:00Z" : "12"]),
    );
    const some = Object.fromEntries(values.map(([one, { anyOf }]) => [one, anyOf ? null : all[one]]));
    return [
      { code, ...all },
      { code, ...some },
    ];
  });
const inWords = (language: "en" | "de", name: keyof typeof TEXTS, why: Coded) =>
  JSON.stringify(sayWhy(TEXTS[name][language] as Sayings<Coded, unknown>, why, createFormats(language)));

test.each(Object.keys(TEXTS) as (keyof typeof TEXTS)[])("%s: each code is said in English and in German", (name) => {
  const examples = examplesOf(name);
  expect(examples.length).toBeGreaterThan(2);
  for (const why of examples) {
    const [english, german] = [inWords("en", name, why), inWords("de", name, why)];
    expect(`${why.code}: ${english} ${german}`).not.toMatch(/undefined|null|NaN|Invalid/);
    expect(`${why.code}: ${german}`).not.toBe(`${why.code}: ${english}`);
  }
});

test("every kind of openapi.json has its words", () => {
  // Waves and prices have theirs among those of a plan, where their types hold them.
  const known = [...Object.keys(TEXTS), "WaveWhy", "PriceWhy"];
  const kinds = Object.keys(components.schemas).filter((name) => name.endsWith("Why"));
  expect(kinds.toSorted()).toEqual(known.toSorted());
});

test("what the service says of a newer version has no words here, and its own sentence stands", () => {
  expect(sayWhy(troubleReasons.de, { code: "newer" } as never, createFormats("de"))).toBeUndefined();
  expect(sayWhy(troubleReasons.de, null, createFormats("de"))).toBeUndefined();
});

test("a phrase becomes a sentence once", () => {
  expect(asSentence("der Anbieter antwortet nicht")).toBe("Der Anbieter antwortet nicht.");
  expect(asSentence("Geht das?")).toBe("Geht das?");
});
