import { AppError, unavailable } from "./errors.ts";

/** Runs the work of one key one after the other, in the order it came. For work that would wait for the same lock
 *  anyway: here it waits without a connection. Where the engine is away for one, it is away for those behind. */
export function takeTurns({ waitingMax }: { waitingMax: number }) {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > waitingMax) throw unavailable("The place in line");
    lines.set(key, line);
    line.length += 1;
    const turn = line.last.then(work);
    line.last = turn.catch(passOnIfAway);
    line.last.catch(() => undefined); // there may be nobody behind
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
}

export type TakeTurns = ReturnType<typeof takeTurns>;

function passOnIfAway(error: unknown) {
  if (error instanceof AppError && error.kind === "unavailable") throw error;
}
