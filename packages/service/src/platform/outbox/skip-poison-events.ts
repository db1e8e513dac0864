import { AppError } from "../errors.ts";
import type { OutboxEvent } from "./events.ts";
import type { OutboxReader } from "./reader.ts";

const TRIES = 8;
/** About half an hour: an engine that is away mends itself, an event that always runs into a timeout does not. */
const TRIES_WHILE_AWAY = 36;

type Trouble = { readonly id: string; readonly tries: number; readonly error: unknown };

/** A reader that no event can stop. After a failure the events of that page are shown one by one, so that a bad one holds
 *  up no other; one that fails alone every time is passed over and told of. It stays in the outbox as long as the others. */
export function skipPoisonEvents(reader: OutboxReader, tell: (event: OutboxEvent, error: unknown) => void) {
  let oneByOne = 0;
  let failedAlone: string | undefined;
  let trouble: Trouble | undefined;

  return {
    /** How many events to show next; nothing: as many as there are. */
    pageSize: () => (oneByOne > 0 ? 1 : undefined),

    /** Hears why a page failed and answers how often the event in its way has. A failure that is not the reader's lets it
     *  count anew: the engine may have been on its way out before. */
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
        if (only && trouble?.id === only.id && isHopeless(trouble)) {
          const { error } = trouble;
          tx.afterCommit(() => tell(only, error));
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

const isHopeless = ({ tries, error }: Trouble) =>
  tries >= (error instanceof AppError && error.kind === "unavailable" ? TRIES_WHILE_AWAY : TRIES);
