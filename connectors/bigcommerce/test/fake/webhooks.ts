import { createHash, createHmac, randomUUID } from "node:crypto";

export type WebhookFaults = {
  /** The shares of webhooks that are never sent, and that are sent twice. */
  readonly dropped?: number;
  readonly doubled?: number;
  /** Each webhook waits for a time of its own up to this, so they overtake each other. */
  readonly lateMs?: number;
};
type Hook = { readonly scope: string; readonly destination: string; is_active: boolean };

/** BigCommerce tries for 48 hours, with growing pauses, before it switches a webhook off. Here they are short. */
const PAUSES_MS = [20, 40, 80, 160, 320];

/** Sends webhooks with the signature of Standard Webhooks, whose key is the client secret. */
export function startWebhooks({
  hooks,
  clock,
  appUrl,
  producer,
  secret,
}: {
  hooks: ReadonlyMap<number, Hook>;
  clock: () => number;
  appUrl: () => string;
  producer: string;
  secret: () => string;
}) {
  const deliveries: { readonly scope: string; readonly status: number }[] = [];
  const dropped: string[] = [];
  const sending = new Set<Promise<void>>();
  const stopped = new AbortController();
  let faults: WebhookFaults = {};

  const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
  const sign = (body: string) => {
    const [id, timestamp] = [`msg_${randomUUID()}`, String(Math.floor(clock() / 1_000))];
    const signature = createHmac("sha256", secret()).update(`${id}.${timestamp}.${body}`).digest("base64");
    return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
  };

  async function deliver(hook: Hook, body: string) {
    await sleep(Math.random() * (faults.lateMs ?? 0));
    for (const pauseMs of [...PAUSES_MS, 0]) {
      const url = `${appUrl()}${new URL(hook.destination).pathname}`;
      const status = await fetch(url, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...sign(body) },
        signal: stopped.signal,
      }).then(
        (answer) => answer.status,
        () => 0,
      );
      deliveries.push({ scope: hook.scope, status });
      if (status === 200 || stopped.signal.aborted) return;
      await sleep(pauseMs);
    }
    hook.is_active = false;
  }

  function send(hook: Hook, body: string) {
    const work = deliver(hook, body);
    sending.add(work);
    void work.then(() => sending.delete(work));
  }

  return {
    deliveries,
    dropped,
    setFaults: (changed: WebhookFaults) => {
      faults = changed;
    },
    emit(scope: string, data: object) {
      const payload = { scope, store_id: "1025646", data, created_at: Math.floor(clock() / 1_000), producer };
      const hash = createHash("sha1").update(JSON.stringify(payload)).digest("hex");
      const body = JSON.stringify({ ...payload, hash });
      for (const hook of hooks.values()) {
        if (hook.scope !== scope || !hook.is_active) continue;
        if (Math.random() < (faults.dropped ?? 0)) {
          dropped.push(scope);
          continue;
        }
        send(hook, body);
        if (Math.random() < (faults.doubled ?? 0)) send(hook, body);
      }
    },
    /** Resolves when nothing is on its way. */
    async settle() {
      while (sending.size > 0) await Promise.all(sending);
    },
    stop: () => stopped.abort(),
  };
}
