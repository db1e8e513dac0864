import { createKeepsake, describeLeftOut } from "../../client/src/keepsake.ts";
import { applyDocument } from "./apply-document.ts";
import type { FeedConfig } from "./config.ts";
import { type Format, formatOf } from "./read-document.ts";
import { Refusal } from "./refusal.ts";
import { createVerifier, type SignedHeaders } from "./signature.ts";
import { withSpooled } from "./spool.ts";
import { readState, writeState } from "./state.ts";

const VERSION = "0.1.0";
const FETCH_MS = 10 * 60_000;
/** The feed refuses an older push: whoever recorded a signed document could otherwise send it again later. */
const PUSH_AGE_MS = 5 * 60_000;
/** For so long the feed remembers which documents it applied. No push is older: `PUSH_AGE_MS`, and as much between the clocks. */
const REMEMBER_MS = 2 * PUSH_AGE_MS;
const SAME_SECOND_MAX = 100;

export type Outcome =
  | { readonly state: "applied"; readonly checked: number; readonly corrected: number }
  /** The feed did not change, or the document came before, or a newer one said all there is. */
  | { readonly state: "unchanged" };
export type Feed = ReturnType<typeof createFeed>;

/** Takes documents, applies them one after the other, and tells Keepsake how it went. */
export function createFeed(
  config: FeedConfig,
  { clock = Date.now, log = console.error }: { clock?: () => number; log?: (message: string) => void } = {},
) {
  const keepsake = createKeepsake({
    url: config.keepsakeUrl,
    pid: config.pid,
    key: config.key,
    name: "feed",
    version: VERSION,
    log,
  });
  let last: Promise<unknown> = Promise.resolve();
  const oneAtATime = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };

  /** Shows a failure in the dashboard, too. */
  const reported = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      await keepsake.report({ problem: (error as Error).message }).catch(() => undefined); // Keepsake may be what failed.
      throw error;
    }
  };
  /** Nothing depends on it, so a failure is only written down. */
  const reportHealth = (health: Parameters<typeof keepsake.report>[0]) =>
    keepsake
      .report({ reserves: false, problem: null, ...health })
      .catch((error: Error) => log(`Keepsake did not take the health report: ${error.message}`));

  function requireFresh(signedAt: number, maxAgeMs: number) {
    if (clock() - signedAt > maxAgeMs)
      throw new Refusal(
        409,
        `The shop signed the document at ${new Date(signedAt).toISOString()}, which is too long ago.`,
      );
  }

  /** Stores the body while it checks the signature, and then applies it. */
  function take(
    body: AsyncIterable<Uint8Array>,
    header: SignedHeaders,
    use: (document: Document) => Promise<Outcome>,
  ): Promise<Outcome> {
    const format = formatOf(header("content-type"));
    const verifier = createVerifier(config.secrets, header, clock());
    return withSpooled(body, verifier.update, async (file) => {
      verifier.finish();
      return oneAtATime(() => use({ file, format, id: verifier.id, signedAt: verifier.signedAt }));
    });
  }

  async function apply(document: Document, etag?: string): Promise<Taken | undefined> {
    const signedAt = document.signedAt.getTime();
    const state = await readState(config.stateFile);
    const ofSameSecond = state.documents.get(signedAt) ?? [];
    if (signedAt < state.completeAt || ofSameSecond.includes(document.id)) return undefined;
    if (ofSameSecond.length >= SAME_SECOND_MAX) throw new Refusal(409, "Too many documents of one second.");
    // Documents may overtake each other, and the newest one need not name the variants of the others. So an older one still
    // reports its stock, and Keepsake takes what is newer than what it knows of each variant.
    const isNewest = signedAt >= state.signedAt;
    const { checked, corrected, leftOut, known, isComplete } = await applyDocument(
      keepsake,
      // Signatures count in seconds. Among documents of one second, the one that came later is the newer one.
      { ...document, signedAt: new Date(signedAt + ofSameSecond.length) },
      { known: state.known, mayShrink: config.mayShrink, isNewest },
    );
    // Without the tag, the next fetch reads the whole stock and corrects what pushes left wrong. The tag of a document that was
    // overtaken would hide what it says of titles and of variants that are gone.
    const etagOfNewest = isNewest ? etag : undefined;
    const newestAt = Math.max(signedAt, state.signedAt);
    const documents = [...state.documents, [signedAt, [...ofSameSecond, document.id]] as const];
    await writeState(config.stateFile, {
      signedAt: newestAt,
      completeAt: isComplete && isNewest ? signedAt : state.completeAt,
      documents: new Map(documents.filter(([second]) => second >= newestAt - REMEMBER_MS)),
      etag: etagOfNewest,
      known,
    });
    const problem = leftOut.length === 0 ? null : describeLeftOut(leftOut);
    return { outcome: { state: "applied", checked, corrected }, problem };
  }

  return {
    /** Fetches the feed, unless it did not change since the last time. */
    fetch: (feedUrl: string): Promise<Outcome> =>
      reported(async () => {
        const startedAt = new Date(clock()).toISOString();
        const { etag, signedAt } = await readState(config.stateFile);
        // "Not modified" is not signed. A quiet feed is fetched whole in time, so that it does not count as abandoned.
        const isFresh = clock() - signedAt <= config.maxAgeMs / 2;
        const answer = await get(feedUrl, isFresh ? etag : undefined);
        if (answer.status === 304) {
          requireFresh(signedAt, config.maxAgeMs);
          await reportHealth({});
          return { state: "unchanged" };
        }
        if (!answer.ok || !answer.body)
          throw new Refusal(502, `The shop answered ${answer.status} to the feed's address.`);
        return take(
          answer.body,
          (name) => answer.headers.get(name),
          async (document) => {
            requireFresh(document.signedAt.getTime(), config.maxAgeMs);
            const applied = await apply(document, answer.headers.get("etag") ?? undefined);
            if (!applied) {
              await reportHealth({});
              return { state: "unchanged" };
            }
            const { outcome, problem } = applied;
            const { checked, corrected } = outcome;
            const finishedAt = new Date(clock()).toISOString();
            await reportHealth({ reconcile: { startedAt, finishedAt, checked, corrected }, problem });
            return outcome;
          },
        );
      }),

    /** Takes a document that the shop sent. What is not signed by the shop is refused without a trace in the dashboard. */
    push: (body: AsyncIterable<Uint8Array>, header: SignedHeaders): Promise<Outcome> =>
      take(body, header, (document) =>
        reported(async () => {
          const signedAt = document.signedAt.getTime();
          requireFresh(signedAt, PUSH_AGE_MS);
          const applied = await apply(document);
          const lagMs = Math.max(0, clock() - signedAt);
          const event = { at: new Date(clock()).toISOString(), lagMs };
          await reportHealth({ event, problem: applied?.problem ?? null });
          return applied?.outcome ?? { state: "unchanged" };
        }),
      ),
  };
}

type Taken = {
  readonly outcome: Outcome & { readonly state: "applied" };
  /** Which records Keepsake refused, for the dashboard. */
  readonly problem: string | null;
};
type Document = {
  readonly file: string;
  readonly format: Format;
  readonly id: string;
  readonly signedAt: Date;
};

async function get(url: string, etag: string | undefined): Promise<Response> {
  try {
    return await fetch(url, {
      headers: { accept: "application/x-ndjson, text/csv", ...(etag ? { "if-none-match": etag } : {}) },
      redirect: "error",
      signal: AbortSignal.timeout(FETCH_MS),
    });
  } catch (cause) {
    throw new Refusal(502, `The shop did not answer at the feed's address: ${(cause as Error).message}`);
  }
}
