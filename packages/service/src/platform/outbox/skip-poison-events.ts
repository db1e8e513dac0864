import { AppError } from "../errors.ts";
import type { OutboxEvent } from "./events.ts";
import type { OutboxReader } from "./reader.ts";

const TRIES = 8;
/** About half an hour. A database outage is usually over by then; an event that times out every time is skipped. */
const TRIES_WHILE_UNAVAILABLE = 36;

type Failing = { readonly id: string; readonly tries: number; readonly error: unknown };

/** Wraps a reader so that no event can stop it. After a failure the events of that page are read one by one. An event
 *  that fails alone every time is skipped and reported; it stays in the outbox as long as any other event. */
export function skipPoisonEvents(reader: OutboxReader, report: (event: OutboxEvent, error: unknown) => void) {
  let oneByOne = 0;
  let failedAlone: string | undefined;
  let failing: Failing | undefined;

  return {
    /** How many events to read next; undefined for a full page. */
    pageSize: () => (oneByOne > 0 ? 1 : undefined),

    /** Records why a page failed, and returns how often the event that caused it has failed. A failure outside the
     *  reader restarts the count, because the earlier failures may have been part of the same database outage. */
    failed(error: unknown): number {
      const id = failedAlone;
      failedAlone = undefined;
      failing = id ? { id, tries: failing?.id === id ? failing.tries + 1 : 1, error } : undefined;
      return failing?.tries ?? 1;
    },

    reader: {
      name: reader.name,
      async handle(tx, events) {
        const [only] = events.length === 1 ? events : [];
        if (only && failing?.id === only.id && isPoison(failing)) {
          const { error } = failing;
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

const isPoison = ({ tries, error }: Failing) =>
  tries >= (error instanceof AppError && error.kind === "unavailable" ? TRIES_WHILE_UNAVAILABLE : TRIES);
