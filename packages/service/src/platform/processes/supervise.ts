import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../log.ts";

/** A process that ends sooner than this after its start, or before it was ready, has ended early. */
const EARLY_MS = 10_000;
const EARLY_ENDS_MAX = 5;
const FIRST_PAUSE_MS = 250;

export type Supervisor = {
  /** Resolves when every process has been ready once. Rejects when one ends before that, or too often afterwards. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when a process ended early five times in a row, which starting it again does not mend. */
  readonly givenUp: Promise<Error>;
  /** Ends all processes, those that do not end in time with SIGKILL. Returns the names of the latter. */
  stop(graceMs: number): Promise<string[]>;
};

/** Starts a process for each name, and starts it again whenever it ends. */
export function supervise(
  names: readonly string[],
  {
    start,
    askToStop,
    log,
  }: {
    /** Starts the process and calls `onReady` when it serves. */
    start(name: string, onReady: () => void): ChildProcess;
    askToStop(name: string): void;
    log: Log;
  },
): Supervisor {
  const running = new Map<string, ChildProcess>();
  const pauses = new Map<string, NodeJS.Timeout>();
  const neverReady = new Set(names);
  const ready = Promise.withResolvers<void>();
  const givenUp = Promise.withResolvers<Error>();
  const ended = Promise.withResolvers<void>();
  let isStopping = false;

  function launch(name: string, earlyEnds: number) {
    const begun = performance.now();
    let wasReady = false;
    const child = start(name, () => {
      wasReady = true;
      neverReady.delete(name);
      if (neverReady.size === 0) ready.resolve();
    });
    running.set(name, child);
    const onEnd = (how: string) => {
      if (!running.delete(name)) return;
      if (isStopping) return running.size === 0 ? ended.resolve() : undefined;
      const isEarly = !wasReady || performance.now() - begun < EARLY_MS;
      restart(name, { how, earlyEnds: isEarly ? earlyEnds + 1 : 0 });
    };
    child.once("exit", (code, signal) => onEnd(signal ?? `code ${code}`));
    // Also reported when the pipe to the process breaks; its end follows then.
    child.on("error", (error) => void (child.pid === undefined && onEnd(error.message)));
  }

  function restart(name: string, { how, earlyEnds }: { how: string; earlyEnds: number }) {
    if (neverReady.has(name)) return ready.reject(new Error(`The process ${name} could not start (${how}).`));
    if (earlyEnds >= EARLY_ENDS_MAX)
      return givenUp.resolve(
        new Error(
          `The process ${name} ended ${earlyEnds} times in a row soon after its start (${how}). Its last log lines say why.`,
        ),
      );
    const pauseMs = FIRST_PAUSE_MS * 2 ** earlyEnds;
    log.warn({ process: name, how, pauseMs }, "A process has ended: it is started again");
    pauses.set(
      name,
      setTimeout(() => launch(name, earlyEnds), pauseMs),
    );
  }

  for (const name of names) launch(name, 0);
  return {
    ready: ready.promise,
    givenUp: givenUp.promise,
    async stop(graceMs) {
      isStopping = true;
      for (const timer of pauses.values()) clearTimeout(timer);
      for (const name of running.keys()) askToStop(name);
      if (running.size > 0) await Promise.race([ended.promise, pause(graceMs, undefined, { ref: false })]);
      const late = [...running.keys()];
      for (const child of running.values()) child.kill("SIGKILL");
      if (late.length > 0) await ended.promise;
      return late;
    },
  };
}
