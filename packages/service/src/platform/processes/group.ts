import { coalesce } from "../db/coalesce.ts";
import type { Window } from "../http/windows.ts";
import type { TakePlaces } from "../places.ts";
import type { CountRequest, ToChild, ToParent } from "./calls.ts";
import { createChannel, type Pipe } from "./channel.ts";

/** The processes that one parent started, as one of them sees it. What must be counted for all of them together is
 *  counted in the parent. */
export type Group = {
  readonly name: string;
  /** How many API processes there are. */
  readonly size: number;
  count(key: string, seconds: number, calls: number): Promise<Window>;
  readonly takePlaces: TakePlaces;
  readonly wakeUps: { send(subject: string): void; listen(onWakeUp: (subject: string) => void): void };
  /** Tells the parent that this process serves. From now on the parent can look at it, and `stop` ends it. */
  serve(serving: Serving): void;
};

type Serving = { metrics(): Promise<string>; isReady(): Promise<boolean>; stop(): void };

/** The parent does little else than count, so it is this late only when the whole machine is. */
const ANSWER_MS = 1_000;

/** `exit` ends the process while it has nothing to finish yet. */
export function joinGroup(
  pipe: Pipe,
  { name, size, exit }: { readonly name: string; readonly size: number; exit(): void },
): Group {
  const listeners = new Set<(subject: string) => void>();
  let serving: Serving | undefined;
  const stop = () => (serving ? serving.stop() : exit());
  const parent = createChannel<ToChild, ToParent>(pipe, {
    stop,
    alive: () => true,
    readiness: async () => (await serving?.isReady()) ?? false,
    metrics: async () => (await serving?.metrics()) ?? "",
    wake(subject) {
      for (const onWakeUp of listeners) onWakeUp(subject);
    },
  });
  // Nobody would start this process again, and a new parent would start others in its place.
  pipe.on("disconnect", stop);

  const count = coalesce(
    async (requests: readonly CountRequest[]) =>
      (await parent.ask("count", requests, ANSWER_MS)).map((value) => ({ value })),
    { inFlight: 2, max: 512 },
  );
  let lastPlace = 0;

  return {
    name,
    size,
    count: (key, seconds, calls) => count([key, seconds, calls]),
    async takePlaces(places) {
      lastPlace += 1;
      const id = lastPlace;
      const free = () => parent.tell("free", id);
      try {
        return (await parent.ask("take", { id, places }, ANSWER_MS)) ? free : undefined;
      } catch (error) {
        free(); // the answer may only be late
        throw error;
      }
    },
    wakeUps: {
      send: (subject) => parent.tell("wake", subject),
      listen: (onWakeUp) => void listeners.add(onWakeUp),
    },
    serve(started) {
      serving = started;
      parent.tell("ready", null);
    },
  };
}
