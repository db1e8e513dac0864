import type { Client, PlatformId } from "../client.ts";
import { createObservers } from "../observers.ts";

/** `unconfirmed`: the shopper has to press the link in a mail. */
export type WaitState = "none" | "unconfirmed" | "waiting";
export type Wait = {
  readonly state: WaitState;
  /** Guests do not get their address back from the service, so it is known only on the page of the sign-up. */
  readonly address?: string | undefined;
};
type Alert = { readonly epi: PlatformId; readonly topic: string; readonly market?: string | undefined };
export type Waiting = ReturnType<typeof createWaiting>;

const NONE: Wait = { state: "none" };
const ACTIVE_STATES = ["waiting", "unconfirmed", "offered"];
const MASKED = "XXXXXX";
const ALERTS_MAX = 100;
const ofClients = new WeakMap<Client, Waiting>();

/** What the shopper waits for. All buttons of a page share one call, which a visitor without an identity does not cause. */
export function waitingOf(client: Client): Waiting {
  const waiting = ofClients.get(client) ?? createWaiting(client);
  ofClients.set(client, waiting);
  return waiting;
}

function createWaiting({ alerts, shopper }: Client) {
  const observers = createObservers();
  let waits = new Map<string, Wait>();
  let loading: Promise<void> | undefined;
  /** Rises with every sign-up, so that an answer from before it is recognised. */
  let version = 0;
  let { kind } = shopper.get();
  const keyOf = ({ epi, topic, market }: Alert) => `${topic} ${market} ${epi}`;

  /** Asks the service. A failed call changes nothing. */
  async function load() {
    const versionBefore = version;
    const { subscriptions } = await alerts.fetch({ limit: ALERTS_MAX });
    if (version !== versionBefore) return;
    const before = waits;
    waits = new Map();
    // The service answers the newest first. In reverse, the newest sign-up for a variant is set last and wins.
    for (const subscription of subscriptions.toReversed()) {
      const { state, mediumvalue } = subscription;
      if (!ACTIVE_STATES.includes(state)) continue;
      const key = keyOf(subscription);
      const address = mediumvalue === MASKED ? before.get(key)?.address : mediumvalue;
      waits.set(key, { state: state === "unconfirmed" ? state : "waiting", address });
    }
    observers.notify();
  }
  const reload = () => (loading = load().catch(() => undefined));
  shopper.subscribe(() => {
    const isNew = kind === "nobody" && shopper.get().kind === "guest"; // A new guest has no alerts yet.
    kind = shopper.get().kind;
    if (isNew) return;
    version += 1;
    waits = new Map();
    observers.notify();
    if (observers.count > 0) void reload();
  });

  return {
    get: (alert: Alert) => waits.get(keyOf(alert)) ?? NONE,
    set(alert: Alert, wait: Wait) {
      version += 1;
      waits.set(keyOf(alert), wait);
      observers.notify();
    },
    reload,
    subscribe(listener: () => void) {
      if (!loading) void reload();
      return observers.add(listener);
    },
  };
}
