import { withQuery } from "../../api/call.ts";
import type { Plan } from "../../components/plan.ts";

/** An answer other than 200 ends an EventSource for good, so it is opened again, each time after a longer wait. */
const WAITS_MS = [2_000, 5_000, 15_000, 60_000] as const;

type Follower = {
  /** From here on, every change is reported. */
  ready(): void;
  changed(plan: Plan): void;
  lost(): void;
};

/** Follows the plans of the store while its page can be seen: a browser has only six connections for all its tabs. Returns
 *  what ends it. */
export function followPlans(pid: string, { ready, changed, lost }: Follower): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function close() {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }
  function open() {
    close();
    const opened = new EventSource(withQuery("/storeadmin/v3/plans/live", { pid }));
    source = opened;
    opened.addEventListener("ready", () => {
      failures = 0;
      ready();
    });
    opened.addEventListener("plan", ({ data }: MessageEvent<string>) => changed(JSON.parse(data) as Plan));
    opened.addEventListener("error", () => {
      lost();
      if (opened.readyState !== EventSource.CLOSED) return; // the browser opens it again by itself
      timer = setTimeout(open, WAITS_MS[Math.min(failures, WAITS_MS.length - 1)]);
      failures += 1;
    });
  }
  const openIfSeen = () => (document.visibilityState === "visible" ? open() : close());
  document.addEventListener("visibilitychange", openIfSeen);
  openIfSeen();
  return () => {
    document.removeEventListener("visibilitychange", openIfSeen);
    close();
  };
}
