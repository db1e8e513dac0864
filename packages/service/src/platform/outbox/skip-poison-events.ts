import { AppError } from "../errors.ts";
import type { OutboxEvent } from "./events.ts";
import type { OutboxReader } from "./reader.ts";

const TRIES = 8;
/** About half an hour: an unavailable database comes back, but an event that always times out does not get better. */
const TRIES_WHILE_UNAVAILABLE = 36;

type Trouble = { readonly id: string; readonly tries: number; readonly error: unknown };

/** Wraps a reader so that no event can stop it. After a failure the events of that page are read one by one; an event
 *  that fails alone every time is skipped and reported. It stays in the outbox as long as the others. */
export function skipPoisonEvents(reader: OutboxReader, report: (event: OutboxEvent, error: unknown) => void) {
  let oneByOne = 0;
  let failedAlone: string | undefined;
  let trouble: Trouble | undefined;

  return {
    /** How many events to read next; undefined for a full page. */
    pageSize: () => (oneByOne > 0 ? 1 : undefined),

    /** Records why a page failed, and returns how often the event that caused it has failed. A failure outside the
     *  reader restarts the count: the database may already have been failing before. */
    failed(error: unknown): number {
      const id = failedAlone;
      failedAlone = undefined;
      trouble = id ? { id, tries: trouble?.id === id ? trouble.tries + 1 : 1, error } : undefined;
      return trouble?.tries ?? 1;
    },

    reader: {
      name: reader.name,
      async handle(tx, events) {
        const [only] = events.length === 1 ? events : [];
        if (only && trouble?.id === only.id && isPoison(trouble)) {
          const { error } = trouble;
          tx.afterCommit(() => report(only, error));
        } else {
          try {
            await reader.handle(tx, events);
          } catch (error) {
            oneByOne = Math.max(oneByOne, events.length);
            failedAlone = only?.id;
            throw error;
          }
        }
        oneByOne = Math.max(0, oneByOne - events.length);
      },
    } satisfies OutboxReader,
  };
}

const isPoison = ({ tries, error }: Trouble) =>
  tries >= (error instanceof AppError && error.kind === "unavailable" ? TRIES_WHILE_UNAVAILABLE : TRIES);
