import { isKeepsakeError, KeepsakeError } from "./errors.ts";
import type { Credentials } from "./identity.ts";
import { createObservers } from "./observers.ts";
import type { CustomProduct, Item, ItemRef } from "./records.ts";
import { isOffline, type Params } from "./send.ts";
import type { Storage } from "./storage.ts";

/** A change of the items on a list. Its id is also its Idempotency-Key, and ids sort in the order the changes were made. */
export type Change = {
  readonly id: string;
  readonly path: string;
  /** The name of `items` in the request. */
  readonly field: string;
  readonly verb: "a" | "u" | "d";
  /** Missing while the preferred list does not exist yet. */
  lid?: string;
  /** The caller named no list, so the change goes to the preferred list. */
  readonly isPreferred?: true;
  readonly items: readonly (ItemRef | CustomProduct)[];
  /** The shopper who made the change. A retry uses the same credentials, so that the service recognises the key. */
  as?: Credentials;
};
export type NewChange = Pick<Change, "path" | "field" | "verb" | "items"> & { readonly lid: string | undefined };

type Caller = { resolve(outcome: Outcome<unknown>): void; reject(error: unknown): void };
export type Outcome<T> = { readonly answer: T } | { readonly queued: true };

const QUEUE_MAX = 100;
const QUEUED_MAX_MS = 7 * 86_400_000;
const RETRY_MS = 30_000;
const RETRY_MAX_MS = 600_000;
const PREFIX = "out:";

/** A queue of changes. Each change is stored, shown at once, sent after the one before it, and removed when the service
 *  has answered. A closed page or a lost network therefore only delays it. */
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
    options: { key: string; as?: Credentials; onIdentified(as: Credentials): void },
  ) => Promise<T>;
  regidNow: () => string | undefined;
  /** The preferred list, if it is known without a request. */
  findPreferred: () => string | undefined;
  /** Returns the preferred list. Creates it if there is none, or if the service says that it was deleted (`isDeleted`). */
  getPreferred: (options: { isDeleted: boolean }) => Promise<string>;
  onDone: (change: Change) => void;
  /** Called when a change is refused and its caller is gone. */
  onFailed: (error: KeepsakeError) => void;
  onQueued: (change: Change) => void;
}) {
  const observers = createObservers();
  const callers = new Map<string, Caller>();
  let pending: readonly Change[] = [];
  let isSending = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let failures = 0;

  const store = (change: Change) => storage.set(PREFIX + change.id, change);
  function drop(change: Change) {
    storage.set(PREFIX + change.id, undefined);
    pending = pending.filter(({ id }) => id !== change.id);
  }

  /** Takes over changes that an earlier page, or another tab, stored and did not send. */
  function loadStored() {
    const known = new Set(pending.map(({ id }) => id));
    for (const name of storage.names(PREFIX)) {
      const change = storage.get(name) as Change | undefined;
      const isOld = Date.now() - Number.parseInt(name.slice(PREFIX.length), 36) > QUEUED_MAX_MS;
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
        onIdentified(as) {
          change.as = as;
          store(change);
        },
      });
    };
    if (change.lid === undefined) await assignPreferred({ isDeleted: false });
    try {
      return await request();
    } catch (error) {
      // The preferred list was deleted elsewhere. Changes for it go to a new one.
      if (!change.isPreferred || !isKeepsakeError(error, "unknown-list")) throw error;
      await assignPreferred({ isDeleted: true });
      return request();
    }
  }

  /** Names the list of all pending changes that are for the preferred list, at once. Otherwise an add and the removal
   *  after it could name two lists. */
  async function assignPreferred(options: { isDeleted: boolean }) {
    const lid = await getPreferred(options);
    for (const change of pending) {
      if (!change.isPreferred) continue;
      change.lid = lid;
      store(change);
    }
    observers.notify();
  }

  async function sendAll() {
    if (isSending) return;
    isSending = true;
    try {
      for (let change = pending[0]; change && !isClosed; change = pending[0]) await sendFirst(change);
    } catch {
      retryLater();
    } finally {
      isSending = false;
    }
  }

  /** Throws when there is no network; the change then stays first in the queue. */
  async function sendFirst(change: Change) {
    try {
      const answer = await send(change);
      failures = 0;
      drop(change);
      onDone(change);
      answerCaller(change, ({ resolve }) => resolve({ answer }));
    } catch (error) {
      if (isKeepsakeError(error, "network")) throw error;
      drop(change);
      if (!answerCaller(change, ({ reject }) => reject(error)) && error instanceof KeepsakeError) onFailed(error);
    }
    observers.notify();
  }

  /** Returns false when the caller is gone: another page made the change, or it was queued. */
  function answerCaller({ id }: Change, answer: (caller: Caller) => void): boolean {
    const caller = callers.get(id);
    callers.delete(id);
    if (caller) answer(caller);
    return caller !== undefined;
  }

  /** Without a network, every caller learns that its change is queued. */
  function retryLater() {
    for (const change of pending)
      if (answerCaller(change, ({ resolve }) => resolve({ queued: true }))) onQueued(change);
    clearTimeout(retryTimer);
    failures += 1;
    if (!isClosed) retryTimer = setTimeout(sendPending, Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MAX_MS));
  }

  function sendPending() {
    loadStored();
    if (pending.length > 0 && !isOffline()) void sendAll();
  }
  globalThis.addEventListener?.("online", sendPending);
  loadStored();

  return {
    /** This shopper's pending changes in the order they were made. Lists and hearts show them on top of the service's answer. */
    pending: () => pending.filter(({ as }) => !as || as.regid === regidNow()),
    subscribe: observers.add,
    sendPending,
    async submit<T>(newChange: NewChange): Promise<Outcome<T>> {
      if (pending.length >= QUEUE_MAX)
        throw new KeepsakeError("Too many changes are waiting for the network. Go online and try again.", {
          type: "queue-full",
        });
      const { lid = findPreferred(), ...rest } = newChange;
      const change: Change = {
        id: nextId(),
        ...rest,
        ...(newChange.lid === undefined ? { isPreferred: true } : {}),
        ...(lid === undefined ? {} : { lid }),
      };
      pending = [...pending, change];
      store(change);
      const outcome = new Promise<Outcome<T>>((resolve, reject) => {
        callers.set(change.id, { resolve: resolve as (outcome: Outcome<unknown>) => void, reject });
      });
      observers.notify();
      void sendAll();
      return outcome;
    },
    close() {
      isClosed = true;
      clearTimeout(retryTimer);
      globalThis.removeEventListener?.("online", sendPending);
    },
  };
}
export type Changes = ReturnType<typeof createChanges>;

let idsCreated = 0;
/** Sorts by time, is unique across tabs and devices, and is a valid Idempotency-Key. */
function nextId() {
  idsCreated += 1;
  const random = crypto.getRandomValues(new Uint32Array(3)).join("");
  return `${Date.now().toString(36).padStart(9, "0")}-${idsCreated.toString(36).padStart(4, "0")}-${random}`;
}

/** The lists that contain an item after these changes. An empty lid stands for a list that does not exist yet. */
export function lidsAfter(lids: readonly string[], epi: string, changes: readonly Change[]): readonly string[] {
  return changes.reduce((now, { verb, lid = "", items }) => {
    if (verb === "u" || !items.some((item) => "epi" in item && String(item.epi) === epi)) return now;
    const others = now.filter((one) => one !== lid);
    return verb === "a" ? [...others, lid] : others;
  }, lids);
}

/** The items in the answer of update-ctx, or the sent items while the change is queued. */
export const itemsOf = (outcome: Outcome<Partial<Record<string, Item[]>>>, field: string, sent: readonly unknown[]) =>
  "answer" in outcome ? (outcome.answer[field] ?? []) : (sent as Item[]);
