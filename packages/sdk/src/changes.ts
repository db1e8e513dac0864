import { isKeepsakeError, KeepsakeError } from "./errors.ts";
import type { Credentials } from "./identity.ts";
import { createObservers } from "./observers.ts";
import type { CustomProduct, Item, ItemRef } from "./records.ts";
import { isOffline, type Params } from "./send.ts";
import type { Storage } from "./storage.ts";

/** Something the shopper does to the items of a list. Its id is its Idempotency-Key, and ids are in the order of the acts. */
export type Change = {
  readonly id: string;
  readonly path: string;
  /** The name of `items` in the request. */
  readonly field: string;
  readonly verb: "a" | "u" | "d";
  /** Of the preferred list it may be unknown until the change is sent. */
  lid?: string;
  /** The shopper named no list. */
  readonly isPreferred?: true;
  readonly items: readonly (ItemRef | CustomProduct)[];
  /** Who did it: under the same name a repetition is known as one. */
  as?: Credentials;
};
export type NewChange = Pick<Change, "path" | "field" | "verb" | "items"> & { readonly lid: string | undefined };

type Waiter = { resolve(outcome: Outcome<unknown>): void; reject(error: unknown): void };
export type Outcome<T> = { readonly answer: T } | { readonly queued: true };

const KEPT_MAX = 100;
const KEPT_MS = 7 * 86_400_000;
const AGAIN_MS = 30_000;
const AGAIN_MAX_MS = 600_000;
const PREFIX = "out:";

/** Changes are written down, shown at once, sent one after the other, and forgotten when answered: a page that is left or a
 *  network that is away only delays them. */
export function createChanges({
  storage,
  call,
  regidNow,
  findPreferred,
  getPreferred,
  onDone,
  onFailed,
  onQueued,
}: {
  storage: Storage;
  call: <T>(
    path: string,
    params: Params,
    options: { key: string; as?: Credentials; onAs(as: Credentials): void },
  ) => Promise<T>;
  regidNow: () => string | undefined;
  /** The list that is preferred, if known without asking; and the list for sure, made if need be. */
  findPreferred: () => string | undefined;
  getPreferred: (options: { anew: boolean }) => Promise<string>;
  onDone: (change: Change) => void;
  /** Nobody waits for this one any more. */
  onFailed: (error: KeepsakeError) => void;
  onQueued: (change: Change) => void;
}) {
  const observers = createObservers();
  const waiting = new Map<string, Waiter>();
  let pending: readonly Change[] = [];
  let isSending = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let lost = 0;

  const keep = (change: Change) => storage.set(PREFIX + change.id, change);
  function forget(change: Change) {
    storage.set(PREFIX + change.id, undefined);
    pending = pending.filter(({ id }) => id !== change.id);
  }

  /** What an earlier page, or another tab without a network, left behind. */
  function adopt() {
    const known = new Set(pending.map(({ id }) => id));
    for (const name of storage.names(PREFIX)) {
      const change = storage.get(name) as Change | undefined;
      const isOld = Date.now() - Number.parseInt(name.slice(PREFIX.length), 36) > KEPT_MS;
      if (!change || isOld) storage.set(name, undefined);
      else if (!known.has(change.id)) pending = [...pending, change];
    }
    pending = pending.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  async function send(change: Change) {
    const request = async () => {
      const params = { lid: change.lid, [change.field]: change.items };
      return call<unknown>(change.path, params, {
        key: change.id,
        ...(change.as ? { as: change.as } : {}),
        onAs(as) {
          change.as = as;
          keep(change);
        },
      });
    };
    if (change.lid === undefined) await setPreferred({ anew: false });
    try {
      return await request();
    } catch (error) {
      // The list was deleted elsewhere: what was meant for the preferred list goes to the one that is preferred now.
      if (!change.isPreferred || !isKeepsakeError(error, "unknown-list")) throw error;
      await setPreferred({ anew: true });
      return request();
    }
  }

  /** All that wait for the preferred list get it together, or an add and its taking back would name two. */
  async function setPreferred(options: { anew: boolean }) {
    const lid = await getPreferred(options);
    for (const change of pending) {
      if (!change.isPreferred) continue;
      change.lid = lid;
      keep(change);
    }
    observers.tell();
  }

  async function sendAll() {
    if (isSending) return;
    isSending = true;
    try {
      for (let change = pending[0]; change && !isClosed; change = pending[0]) await sendFirst(change);
    } catch {
      wait();
    } finally {
      isSending = false;
    }
  }

  /** Throws where no answer came: it stays the first. */
  async function sendFirst(change: Change) {
    try {
      const answer = await send(change);
      lost = 0;
      forget(change);
      onDone(change);
      settle(change, ({ resolve }) => resolve({ answer }));
    } catch (error) {
      if (isKeepsakeError(error, "network")) throw error;
      forget(change);
      if (!settle(change, ({ reject }) => reject(error)) && error instanceof KeepsakeError) onFailed(error);
    }
    observers.tell();
  }

  function settle({ id }: Change, how: (waiter: Waiter) => void) {
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (waiter) how(waiter);
    return waiter !== undefined;
  }

  /** No network: whoever waits is told that it is kept, and it is tried again. */
  function wait() {
    for (const change of pending) if (settle(change, ({ resolve }) => resolve({ queued: true }))) onQueued(change);
    clearTimeout(again);
    lost += 1;
    if (!isClosed) again = setTimeout(sendLeft, Math.min(AGAIN_MS * 2 ** (lost - 1), AGAIN_MAX_MS));
  }

  function sendLeft() {
    adopt();
    if (pending.length > 0 && !isOffline()) void sendAll();
  }
  globalThis.addEventListener?.("online", sendLeft);
  adopt();

  return {
    /** In the order they were made; what a list or heart of this shopper shows on top of what the service said. */
    pending: () => pending.filter(({ as }) => !as || as.regid === regidNow()),
    subscribe: observers.add,
    sendLeft,
    async submit<T>(wanted: NewChange): Promise<Outcome<T>> {
      if (pending.length >= KEPT_MAX)
        throw new KeepsakeError("Too many changes wait for the network.", { type: "queue-full" });
      const { lid = findPreferred(), ...rest } = wanted;
      const change: Change = {
        id: nextId(),
        ...rest,
        ...(wanted.lid === undefined ? { isPreferred: true } : {}),
        ...(lid === undefined ? {} : { lid }),
      };
      pending = [...pending, change];
      keep(change);
      const outcome = new Promise<Outcome<T>>((resolve, reject) => {
        waiting.set(change.id, { resolve: resolve as (outcome: Outcome<unknown>) => void, reject });
      });
      observers.tell();
      void sendAll();
      return outcome;
    },
    close() {
      isClosed = true;
      clearTimeout(again);
      globalThis.removeEventListener?.("online", sendLeft);
    },
  };
}
export type Changes = ReturnType<typeof createChanges>;

let made = 0;
/** Sorts by time, is unique among tabs and devices, and fits an Idempotency-Key. */
function nextId() {
  made += 1;
  const random = crypto.getRandomValues(new Uint32Array(3)).join("");
  return `${Date.now().toString(36).padStart(9, "0")}-${made.toString(36).padStart(4, "0")}-${random}`;
}

/** The lists an item is on once these changes are made; the empty lid is a list that is still to be made. */
export function lidsAfter(lids: readonly string[], epi: string, changes: readonly Change[]): readonly string[] {
  return changes.reduce((now, { verb, lid = "", items }) => {
    if (verb === "u" || !items.some((item) => "epi" in item && String(item.epi) === epi)) return now;
    const others = now.filter((one) => one !== lid);
    return verb === "a" ? [...others, lid] : others;
  }, lids);
}

/** The answer of update-ctx, or what was sent where it is kept for later. */
export const itemsOf = (outcome: Outcome<Partial<Record<string, Item[]>>>, field: string, sent: readonly unknown[]) =>
  "answer" in outcome ? (outcome.answer[field] ?? []) : (sent as Item[]);
