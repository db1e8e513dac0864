import { type Static, Type } from "typebox";
import { readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import { maybeWhy, whyOut } from "../../../platform/http/why.ts";
import { nullable } from "../../../platform/http/wire.ts";
import type { PlanId, SubscriptionId } from "../../../platform/ids.ts";
import type { VariantName } from "../../catalog/variants/variant-name.ts";
import { marketIn, marketOut, marketRecord, readVariantName } from "../../catalog/variants/wire.ts";
import { PolicyIn, PolicyOut, planId } from "../plans/wire.ts";
import { platformId } from "../wire.ts";
import { REPLAY_NOTES } from "./notes.ts";
import type { Notified } from "./past-restock.ts";
import { type Difference, RESTOCKS_MAX, type Replay, type ReplayedRestock } from "./replay.ts";

export const ReplayNoteWhy = whyOut("ReplayNoteWhy", REPLAY_NOTES);

const PAGE_MAX = 500;
const DEFAULT_PAGE = 50;

export const ReplayIn = Type.Object({
  policy: Type.Optional({ ...PolicyIn, description: "Rules of the policy; those left out are the store's own" }),
  epi: Type.Optional({ ...platformId, description: "Only the restocks of this variant" }),
  ...marketIn,
  restocks: Type.Optional(
    Type.Integer({ minimum: 1, maximum: RESTOCKS_MAX, description: `How many of the last restocks (${RESTOCKS_MAX})` }),
  ),
  plan: Type.Optional({
    ...planId,
    description: "Only this restock, with the people whom one policy notifies and not the other",
  }),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: "`next` of the page of people before" })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_MAX, description: `People of a page (${DEFAULT_PAGE}), with \`plan\`` }),
  ),
});

export const readReplay = ({ epi, market, policy, restocks, plan, cursor, limit }: Static<typeof ReplayIn>) => {
  const [after] = readCursor(cursor, [(value) => /^\d{1,19}$/.test(value)]) ?? [];
  return {
    variant: epi === undefined ? undefined : readVariantName({ epi, market }),
    change: policy ?? {},
    count: restocks ?? RESTOCKS_MAX,
    planId: plan as PlanId | undefined,
    page: { after: after as SubscriptionId | undefined, limit: limit ?? DEFAULT_PAGE },
  };
};

const ms = (what: string) => Type.Integer({ description: `${what}, in milliseconds since 1970` });
const count = (description: string) => Type.Integer({ description });
const NotifiedOut = nullable(
  Type.Object({
    wave: nullable(count("0: confirmed late, outside the waves; null: not known")),
    ts: ms("Notified"),
  }),
);

const RestockOut = Type.Object({
  plan: Type.String({ description: "Id of its plan" }),
  epi: nullable(Type.String({ description: "The variant" })),
  ...marketOut,
  restock: count("Its number"),
  cts: ms("Planned"),
  policy: PolicyOut,
  exact: nullable(
    Type.Boolean({
      description:
        "Whether a replay of the policy that was used gives exactly the people who were notified. If not, the figures are an estimate; null: not replayed",
    }),
  ),
  note: nullable(Type.String({ description: "Why it is not exact, or not replayed" })),
  whys: Type.Array(maybeWhy(ReplayNoteWhy), { maxItems: 3, description: "The code of each sentence of the note" }),
  people: nullable(
    Type.Object({
      really: count("People who were notified"),
      replayed: count("People whom this policy would have notified"),
      both: count("People who are in both"),
      onlyReally: count("Notified, and not with this policy"),
      onlyReplayed: count("Not notified, but with this policy"),
    }),
  ),
  waves: nullable(Type.Object({ really: Type.Integer(), replayed: Type.Integer() })),
  last: nullable(
    Type.Object({
      really: nullable(ms("The last one was notified")),
      replayed: nullable(ms("The last one would have been notified")),
    }),
  ),
  buyers: nullable(
    Type.Object({
      really: count("People who were notified, and whose purchase was reported and counts for this restock"),
      replayed: count("How many of these this policy would have notified as well"),
    }),
  ),
});

const DifferenceOut = Type.Object({
  medium: nullable(Type.String()),
  address: nullable(Type.String({ description: "Masked; null when the person was erased" })),
  really: NotifiedOut,
  replayed: NotifiedOut,
});

export const ReplayOut = Type.Object({
  because: Type.String({ description: "The result in a sentence" }),
  policy: PolicyOut,
  restocks: Type.Array(RestockOut, { description: "Newest first" }),
  people: Type.Optional(
    Type.Object(
      { items: Type.Array(DifferenceOut), next: nullable(Type.String({ description: "Send it as `cursor`" })) },
      { description: "With `plan`: the people whom one policy notifies and not the other" },
    ),
  ),
  assumptions: Type.Array(Type.String(), { description: "What a replay with another policy assumes" }),
});

const ASSUMPTIONS = [
  "Each restock begins with the line as it really was, and its first wave when the first wave really began.",
  "The stock, and who joined, left or bought, are as they really were, at the same times. So are pauses and the end of the restock.",
  "An alert fails if it really failed. Every other alert reaches its person at once.",
  "What people would have done who were not really notified is not known: nobody of them buys, and with offers they do not answer.",
];

const toMs = (micros: number) => Math.floor(micros / 1_000);
const toMsOrNull = (micros: number | null) => (micros === null ? null : toMs(micros));
const notifiedRecord = (notified: Notified | null) =>
  notified && { wave: notified.wave ?? null, ts: toMs(notified.at) };
export const replayRecord = (
  { policy, restocks, difference }: Replay,
  names: ReadonlyMap<string, VariantName>,
): Static<typeof ReplayOut> => ({
  because: inWords(restocks),
  policy,
  restocks: restocks.map((one) => restockRecord(one, names)),
  ...(difference
    ? {
        people: {
          items: difference.people.map(differenceRecord),
          next: difference.next === null ? null : writeCursor([difference.next]),
        },
      }
    : {}),
  assumptions: ASSUMPTIONS,
});

const differenceRecord = ({ medium, maskedAddress, really, replayed }: Difference) => ({
  medium,
  address: maskedAddress,
  really: notifiedRecord(really),
  replayed: notifiedRecord(replayed),
});

function restockRecord({ row, comparison, notes }: ReplayedRestock, names: ReadonlyMap<string, VariantName>) {
  const about = {
    plan: row.id,
    epi: names.get(row.variantId)?.platformId ?? null,
    ...marketRecord(names.get(row.variantId)),
    restock: row.number,
    cts: row.createdAt.getTime(),
    policy: row.policy,
    note: notes.length > 0 ? notes.join(" ") : null,
    whys: notes.map((note) => REPLAY_NOTES.read(note)),
  };
  if (!comparison) return { ...about, exact: null, people: null, waves: null, last: null, buyers: null };
  const {
    isExact,
    people: { really, replayed, both },
    waves,
    last,
    buyers,
  } = comparison;
  return {
    ...about,
    exact: isExact,
    people: { really, replayed, both, onlyReally: really - both, onlyReplayed: replayed - both },
    waves,
    last: { really: toMsOrNull(last.really), replayed: toMsOrNull(last.replayed) },
    buyers,
  };
}

const people = (number: number) => (number === 1 ? "1 person" : `${number.toLocaleString("en")} people`);

function inWords(restocks: readonly ReplayedRestock[]): string {
  const compared = restocks.flatMap(({ comparison }) => comparison ?? []);
  if (restocks.length === 0) return "There is no restock to replay yet.";
  if (compared.length === 0) return "None of these restocks can be replayed: see their notes.";
  const sum = (of: keyof (typeof compared)[number]["people"]) =>
    compared.reduce((total, one) => total + one.people[of], 0);
  const [really, replayed, both] = [sum("really"), sum("replayed"), sum("both")];
  const of = compared.length === 1 ? "this restock" : `these ${compared.length} restocks`;
  const atLeast = compared.some(({ stopped }) => stopped) ? "at least " : "";
  const result = `With this policy ${atLeast}${people(replayed)} would have been notified of ${of}. Really it was ${people(really)}, ${both === really ? "all" : both.toLocaleString("en")} of whom this policy notifies too.`;
  const inexact = compared.filter(({ isExact, stopped }) => !isExact || stopped).length;
  if (inexact === 0) return result;
  if (compared.length === 1) return `${result} This is an estimate: see its note.`;
  return `${result} ${inexact === 1 ? "1 of them is an estimate: see its note" : `${inexact} of them are estimates: see their notes`}.`;
}
