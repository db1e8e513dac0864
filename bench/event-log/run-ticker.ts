import { setTimeout as pause } from "node:timers/promises";
import { TICK_MS } from "./event-log.ts";

/** Calls `tick` every TICK_MS, or at once when the last call took longer. */
export function runTicker(tick: () => Promise<unknown>, close: () => Promise<void>) {
  let isOver = false;
  const ticking = (async () => {
    for (let due = performance.now(); !isOver; due = Math.max(due + TICK_MS, performance.now())) {
      await pause(Math.max(0, due - performance.now()));
      await tick();
    }
  })();
  return {
    async close() {
      isOver = true;
      await ticking;
      await close();
    },
  };
}
