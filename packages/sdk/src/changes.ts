import { isKeepsakeError, KeepsakeError } from "./errors.ts";
import type { Identity } from "./identity.ts";
import type { ShopperState } from "./interface.ts";
import { createObservers } from "./observers.ts";
import type { CustomProduct, Item, ItemRef } from "./records.ts";
import { isOffline, isTemporary, type Params } from "./send.ts";
import type { Storage } from "./storage.ts";

/** A change of the items on a list. Its id is also its Idempotency-Key, and ids sort in the order the changes were made. */
export type Change = {
  readonly id: string;
  readonly path: string;
  /** The name of `items` in the request. */
  readonly field: string;
  readonly verb: "a" | "u" | "d";
  /** Missing while the preferred list does not exist yet. */
  lid?: string | undefined;
  /** The caller named no list, so the change goes to the preferred list. */
  readonly isPreferred?: boolean;
  readonly items: readonly (ItemRef | CustomProduct)[];
  /** The shopper who made the change. A retry uses the same regid, so that the service recognises the key. The session of
   *  an account is not stored: it would outlive a logout. */
  as?: Identity | undefined;
  /** How often the service answered with an internal error after the caller was promised that the change is kept. */
  internalErrors?: number;
};
export type NewChange = Pick<Change, "path" | "field" | "verb" | "items"> & { readonly lid: string | undefined };

type Caller = { resolve(outcome: Outcome<unknown>): void; reject(error: unknown): void };
export type Outcome<T> = { readonly answer: T } | { readonly queued: true };

const QUEUE_MAX = 100;
const QUEUED_MAX_MS = 7 * 86_400_000;
const RETRY_MS = 5_000;
const RETRY_MAX_MS = 600_000;
/** A promised change that fails this often with an internal error is given up, so that it does not block the others. */
const INTERNAL_ERRORS_MAX = 5;
const PREFIX = "out:";

/** A queue of changes. Each change is stored, shown at once, sent after the one before it, and removed when the service
 *  has accepted or refused it. A closed page, a lost network or a busy service therefore only delays it. */
export function createChanges({
  storage,
  call,
  shopperNow,
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
    options: { key: string; as: Identity | undefined; onIdentified(as: Identity): void },
  ) => Promise<T>;
  shopperNow: () => ShopperState;
  /** The preferred list, if it is known without a request. */
  findPreferred: () => string | undefined;
  /** Returns the preferred list. Creates it if there is none, or if the service says that it was deleted (`isDeleted`). */
  getPreferred: (owner: Identity | undefined, options?: { isDeleted: boolean }) => Promise<string>;
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
    for (const name of storage.names(PREFIX)) {
      const change = storage.get(name) as Change | undefined;
      if (!change || Date.now() - Number.parseInt(change.id, 36) > QUEUED_MAX_MS) storage.set(name, undefined);
      else if (!pending.some(({ id }) => id === change.id)) pending = [...pending, change];
    }
    pending = pending.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  async function send(change: Change) {
    const request = async () => {
      const params = { lid: change.lid, [change.field]: change.items };
      return call<unknown>(change.path, params, {
        key: change.id,
        as: change.as,
        onIdentified(as) {
          change.as = accountOf(as) ?? as;
          store(change);
        },
      });
    };
    if (change.lid === undefined) await assignPreferred(change);
    try {
      return await request();
    } catch (error) {
      // The preferred list was deleted elsewhere. Changes for it go to a new one.
      if (!change.isPreferred || !isKeepsakeError(error, "unknown-list")) throw error;
      await assignPreferred(change, { isDeleted: true });
      return request();
    }
  }

  /** Names the list of all pending changes that are for the preferred list, at once. Otherwise an add and the removal
   *  after it could name two lists. */
  async function assignPreferred({ as }: Change, options?: { isDeleted: boolean }) {
    const lid = await getPreferred(as, options);
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
    } catch (error) {
      retryLater(error);
    } finally {
      isSending = false;
    }
  }

  /** Throws when the change may succeed later; it then stays first in the queue. */
  async function sendFirst(change: Change) {
    try {
      const answer = await send(change);
      failures = 0;
      drop(change);
      onDone(change);
      answerCaller(change, ({ resolve }) => resolve({ answer }));
    } catch (error) {
      if (mayWorkLater(change, error)) throw error;
      drop(change);
      if (!answerCaller(change, ({ reject }) => reject(error)) && error instanceof KeepsakeError) onFailed(error);
    }
    observers.notify();
  }

  function mayWorkLater(change: Change, error: unknown): boolean {
    if (!(error instanceof KeepsakeError)) return false;
    if (isTemporary(error)) return true;
    // The caller of a new change is told about an internal error. A promised change has no caller any more.
    if (error.status !== 500 || callers.has(change.id)) return false;
    change.internalErrors = (change.internalErrors ?? 0) + 1;
    store(change);
    return change.internalErrors < INTERNAL_ERRORS_MAX;
  }

  /** Returns false when the caller is gone: another page made the change, or it was queued. */
  function answerCaller({ id }: Change, answer: (caller: Caller) => void): boolean {
    const caller = callers.get(id);
    callers.delete(id);
    if (caller) answer(caller);
    return caller !== undefined;
  }

  /** Every caller learns that its change is queued. */
  function retryLater(error: unknown) {
    for (const change of pending)
      if (answerCaller(change, ({ resolve }) => resolve({ queued: true }))) onQueued(change);
    clearTimeout(retryTimer);
    failures += 1;
    const { retryAfterSeconds = 0 } = error as Partial<KeepsakeError>;
    const ms = Math.max(RETRY_MS * 2 ** (failures - 1), retryAfterSeconds * 1_000);
    if (!isClosed) retryTimer = setTimeout(sendPending, Math.min(ms, RETRY_MAX_MS));
  }

  function sendPending() {
    loadStored();
    if (pending.length > 0 && !isOffline()) void sendAll();
  }
  globalThis.addEventListener?.("online", sendPending);
  loadStored();

  return {
    /** This shopper's pending changes in the order they were made. Lists and hearts show them on top of the service's answer. */
    pending: () => pending.filter(({ as }) => !as || as.regid === shopperNow().regid),
    subscribe: observers.add,
    sendPending,
    /** A guest who logs in takes along what waits: from now on only the account may make these changes. */
    adopt(person: Identity) {
      for (const change of pending) {
        change.as ??= accountOf(person);
        store(change);
      }
    },
    async submit<T>(newChange: NewChange): Promise<Outcome<T>> {
      if (pending.length >= QUEUE_MAX)
        throw new KeepsakeError("Too many changes wait for the network. Go online.", {
          type: "queue-full",
        });
      const { lid = findPreferred(), ...rest } = newChange;
      const change: Change = {
        id: nextId(),
        ...rest,
        lid,
        isPreferred: newChange.lid === undefined,
        as: accountOf(shopperNow()),
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

/** The owner of an account's change, without the session. Undefined for a guest. */
const accountOf = ({ regid, email }: Identity | ShopperState): Identity | undefined =>
  email && regid ? { regid, email, sessionid: "" } : undefined;

let idsCreated = 0;
/** Sorts by time, is unique across tabs and devices, and is a valid Idempotency-Key. */
function nextId() {
  idsCreated += 1;
  return `${Date.now().toString(36).padStart(9, "0")}-${idsCreated.toString(36).padStart(4, "0")}-${newKey()}`;
}
/** A random Idempotency-Key. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

export const isAbout = ({ items }: Pick<Change, "items">, epi: string) =>
  items.some((item) => "epi" in item && String(item.epi) === epi);

/** The lists that contain an item after these changes. An empty lid stands for a list that does not exist yet. */
export function lidsAfter(lids: readonly string[], epi: string, changes: readonly Change[]): readonly string[] {
  return changes.reduce((now, change) => {
    const { verb, lid = "" } = change;
    if (verb === "u" || !isAbout(change, epi)) return now;
    const others = now.filter((one) => one !== lid);
    return verb === "a" ? [...others, lid] : others;
  }, lids);
}

/** The items in the answer of update-ctx, or the sent items while the change is queued. */
export const itemsOf = (outcome: Outcome<Partial<Record<string, Item[]>>>, field: string, sent: readonly unknown[]) =>
  "answer" in outcome ? (outcome.answer[field] ?? []) : (sent as Item[]);
