import { KeepsakeError } from "./errors.ts";

/** More refusals than this in one batch say that something else is wrong than single records. */
const LEFT_OUT_MAX = 50;
/** Refusals that say nothing about a record: all others would be refused, too. */
const OF_EVERY_RECORD: readonly string[] = ["unknown", "unknown-market", "unsupported-content-type"];

/** What Keepsake took, and what it refused: each text says which record, and why. */
export type Sent<Answer> = { readonly answers: readonly Answer[]; readonly leftOut: readonly string[] };

/** Sends records. Keepsake refuses a call as a whole, so a refused one is halved and sent again, until the record that is wrong
 *  is alone. It is left out: otherwise its neighbours would never arrive. */
export async function sendBatch<One, Answer>(
  batch: readonly One[],
  { call, nameOf }: { readonly call: (some: readonly One[]) => Promise<Answer>; readonly nameOf: (one: One) => string },
): Promise<Sent<Answer>> {
  const answers: Answer[] = [];
  const leftOut: string[] = [];

  async function send(some: readonly One[]): Promise<void> {
    try {
      answers.push(await call(some));
    } catch (error) {
      const [first] = some;
      if (!(error instanceof KeepsakeError) || first === undefined) throw error;
      if (some.length === 1) {
        if (!isOfRecord(error) || leftOut.length >= LEFT_OUT_MAX) throw error;
        leftOut.push(`${nameOf(first)}: ${error.message}`);
        return;
      }
      if (!isOfRecord(error) && error.status !== 413) throw error;
      const half = Math.ceil(some.length / 2);
      await send(some.slice(0, half));
      await send(some.slice(half));
    }
  }

  await send(batch);
  return { answers, leftOut };
}

const isOfRecord = ({ status, type }: KeepsakeError) => status === 400 && !OF_EVERY_RECORD.includes(type);
