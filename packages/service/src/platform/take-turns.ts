import { AppError, tooManyAtOnce } from "./errors.ts";

/** Runs the calls of one key one after the other, in order. For calls that would wait for the same database lock: here they
 *  wait without a connection. When one of them finds the database unavailable, the calls queued behind it fail at once. */
export function takeTurns({ waitingMax }: { waitingMax: number }) {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>();

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length > waitingMax) throw tooManyAtOnce();
    queues.set(key, queue);
    queue.length += 1;
    const turn = queue.last.then(work);
    queue.last = turn.catch(failNextIfUnavailable);
    queue.last.catch(() => undefined); // there may be no call behind this one
    try {
      return await turn;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) queues.delete(key);
    }
  };
}

export type TakeTurns = ReturnType<typeof takeTurns>;

function failNextIfUnavailable(error: unknown) {
  if (error instanceof AppError && error.kind === "unavailable") throw error;
}
