import { waitFor } from "../engines/wait-for.ts";
import { prepareFanOut } from "./fan-out/prepare.ts";
import { LANES } from "./lanes.ts";
import type { BenchContext } from "./path.ts";
import type { Line } from "./report.ts";
import { startService } from "./service.ts";
import { sideBySide, spreadOf } from "./side-by-side.ts";

const PEOPLE = { full: 100_000, short: 20_000 };
const REPS = { full: 7, short: 3 };
/** How much longer a restock may take while one client follows it. */
const BAR = 1.1;
const EVENT_MS = 30_000;

type Plan = { readonly state: string; readonly notified: number };

/** One restock, with and without a client of the live stream at an API process beside the worker. `ratio` is the time with the
 *  client divided by the time without. */
export async function measureLiveWatch(context: BenchContext): Promise<Line> {
  const size = context.isShort ? "short" : "full";
  const people = PEOPLE[size];
  const fan = await prepareFanOut(context, "live_watch", people);
  const service = await startService({ databaseUrl: fan.url, role: "api", folder: context.folder });
  const watched = async () => {
    const stream = await follow(service.port, fan.authorization);
    const run = await fan.keepsake();
    const from = performance.now();
    const isComplete = await waitFor(() => stream.hasSeen({ state: "done", notified: people }), EVENT_MS);
    const lastEventMs = performance.now() - from;
    await stream.close();
    if (!isComplete) throw new Error(`The stream did not show the end of the restock, but ${stream.last()}`);
    return { ...run, lastEventMs, events: stream.count() };
  };
  const contenders = {
    alone: async () => ({ ...(await fan.keepsake()), lastEventMs: 0, events: 0 }),
    watched,
  };
  try {
    await sideBySide(contenders, 1);
    const { rounds, busy } = await sideBySide(contenders, REPS[size]);
    const median = (figure: (round: (typeof rounds)[number]) => number) => spreadOf(rounds, figure).median;
    const ratio = spreadOf(rounds, (round) => round.watched.seconds / round.alone.seconds);
    return {
      path: "live-watch",
      people,
      clients: LANES,
      reps: REPS[size],
      ratio: ratio.median,
      ratioMin: ratio.min,
      ratioMax: ratio.max,
      alone: median((round) => people / round.alone.seconds),
      service: median((round) => people / round.watched.seconds),
      nodeUs: median((round) => round.watched.nodeUs),
      aloneNodeUs: median((round) => round.alone.nodeUs),
      postgresUs: median((round) => round.watched.postgresUs),
      alonePostgresUs: median((round) => round.alone.postgresUs),
      events: median((round) => round.watched.events),
      lastEventMs: median((round) => round.watched.lastEventMs),
      bar: BAR,
      ok: ratio.median <= BAR,
      busy,
    };
  } finally {
    await service.stop();
    await fan.close();
  }
}

/** A client of the stream that is ready. */
async function follow(port: number, authorization: string) {
  const stopping = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/storeadmin/v3/plans/live`, {
    headers: { authorization },
    signal: stopping.signal,
  });
  if (response.status !== 200)
    throw new Error(`The stream was not opened: ${response.status} ${await response.text()}`);
  let text = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true });
  })().catch(() => undefined); // closed below
  const plans = () =>
    text
      .split("\n\n")
      .slice(0, -1)
      .filter((event) => event.startsWith("event: plan\n"))
      .map((event) => JSON.parse(event.slice(event.indexOf("{"))) as Plan);
  if (!(await waitFor(() => text.includes("event: ready\n"), EVENT_MS))) throw new Error("The stream was never ready");
  return {
    hasSeen: ({ state, notified }: Plan) => plans().some((plan) => plan.state === state && plan.notified === notified),
    last: () => JSON.stringify(plans().at(-1)),
    count: () => plans().length,
    async close() {
      stopping.abort();
      await reading;
    },
  };
}
