import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { API_VERSION } from "../../src/admin-api.ts";

export type Faults = {
  /** Parts of one. */
  readonly dropped: number;
  readonly doubled: number;
  /** Each delivery is up to this late, so that their order is lost. */
  readonly lateMs: number;
};
export const NO_FAULTS: Faults = { dropped: 0, doubled: 0, lateMs: 0 };

const ANSWER_MS = 5_000;
const TRIES = 9;
const RETRY_MS = 200;

export type Delivery = { readonly topic: string; readonly status: number; readonly ms: number };

/** Delivers webhooks as Shopify does: signed, at least once or not at all, in any order, and again after a failure. */
export function createWebhooks({
  shopName,
  target,
  topics,
  secret,
  clock,
  random,
}: {
  shopName: string;
  target: () => string;
  topics: ReadonlySet<string>;
  /** Which secret signs now. */
  secret: () => string;
  clock: () => number;
  random: () => number;
}) {
  let faults: Faults = NO_FAULTS;
  const running = new Set<Promise<void>>();
  const deliveries: Delivery[] = [];
  const dropped: string[] = [];

  function sign(topic: string, body: string, more: Record<string, string> = {}) {
    return {
      "content-type": "application/json",
      "x-shopify-topic": topic,
      "x-shopify-hmac-sha256": createHmac("sha256", secret()).update(body).digest("base64"),
      "x-shopify-shop-domain": shopName,
      "x-shopify-api-version": API_VERSION,
      "x-shopify-webhook-id": randomUUID(),
      "x-shopify-event-id": randomUUID(),
      "x-shopify-triggered-at": new Date(clock()).toISOString(),
      ...more,
    };
  }

  async function post(body: string, headers: Record<string, string>): Promise<number> {
    const from = performance.now();
    const status = await fetch(target(), { method: "POST", body, headers, signal: AbortSignal.timeout(ANSWER_MS) })
      .then(async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      })
      .catch(() => 0);
    deliveries.push({ topic: headers["x-shopify-topic"] ?? "", status, ms: performance.now() - from });
    return status;
  }

  async function deliver(topic: string, body: string) {
    const headers = sign(topic, body);
    const { dropped: drop, doubled, lateMs } = faults;
    if (random() < drop) return void dropped.push(topic);
    const times = random() < doubled ? 2 : 1;
    const once = async () => {
      await pause(random() * lateMs);
      for (let tries = 1; tries <= TRIES; tries += 1) {
        const status = await post(body, headers);
        if (status >= 200 && status < 300) return;
        await pause(RETRY_MS * tries);
      }
    };
    await Promise.all(Array.from({ length: times }, once));
  }

  return {
    deliveries,
    dropped,
    sign,
    post,
    setFaults: (wanted: Partial<Faults>) => void (faults = { ...NO_FAULTS, ...wanted }),
    announce(topic: string, payload: object) {
      if (!topics.has(topic)) return;
      const work = deliver(topic, JSON.stringify(payload));
      running.add(work);
      void work.finally(() => running.delete(work));
    },
    /** Waits for every delivery that is under way. */
    async settle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
