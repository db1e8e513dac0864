import { isKeepsakeError, KeepsakeError } from "./errors.ts";
import type { ClientOptions, ShopperState } from "./interface.ts";
import { createObservers } from "./observers.ts";
import { type Send, sleep } from "./send.ts";
import type { Storage } from "./storage.ts";

export type Credentials = { readonly regid: string; readonly sessionid: string };
/** Accounts have an email address, guests a uuid. */
export type Identity = Credentials & { readonly uuid?: string; readonly email?: string };

const STORAGE_NAME = "who";
const NOBODY: ShopperState = { kind: "nobody" };

/** Keeps the shopper's identity: none until they save something, then a guest, or the account in the shop's token. */
export function createIdentity({
  send,
  storage,
  token,
  onFailed,
  onChange,
  onOwnChange,
  lockName,
}: {
  send: Send;
  storage: Storage;
  token: ClientOptions["token"];
  onFailed: (error: KeepsakeError) => void;
  /** `registered`: a new guest, who has no lists yet. `changed`: any other change of the shopper. */
  onChange: (how: "changed" | "registered") => void;
  /** Called only for changes that this tab made. */
  onOwnChange: (identity: Identity | undefined) => void;
  /** The name of a lock that all tabs of this shop share. */
  lockName: string;
}) {
  const observers = createObservers();
  const readStored = () => storage.get(STORAGE_NAME) as Identity | undefined;
  let current = readStored();
  let state = toState(current);
  let registering: Promise<Identity> | undefined;
  /** The token of the last call of `login`. */
  let lastToken = "";
  /** Resolves when the last login or token has been handled. Calls wait for it. */
  let ready: Promise<void> = Promise.resolve();

  function setCurrent(next: Identity | undefined, how: "changed" | "registered" = "changed") {
    const before = state;
    current = next;
    state = toState(current);
    if (before.kind === state.kind && before.regid === state.regid) {
      state = before;
      return;
    }
    onChange(how);
    observers.notify();
  }
  function change(next: Identity | undefined, how?: "registered") {
    storage.set(STORAGE_NAME, next);
    setCurrent(next, how);
    onOwnChange(next);
  }

  /** Ends the account's session on the server too. Without a network it ends there when it has not been used for a while.
   *  A request with a key outlives the page; with an empty one it also needs no preflight. */
  function logOut() {
    if (current?.email) send("provider/logout", { sessionid: current.sessionid }, { key: "" }).catch(() => undefined);
    change(undefined);
  }

  /** An empty token means that nobody is logged in to the shop: it logs out an account that is still stored. */
  async function login(assertion: string) {
    const email = emailOf(assertion);
    if (email && current?.email === email) return;
    if (current?.email) logOut();
    if (!assertion) return;
    const guest = current;
    const registerWith = ({ uuid, sessionid }: Partial<Identity>) =>
      send<Credentials>("provider/register", { assertion, uuid, sessionid: uuid && sessionid });
    const { regid, sessionid } = await registerWith(guest ?? {}).catch((error: unknown) => {
      if (!guest || !isKeepsakeError(error, "sw-badregid")) throw error;
      return registerWith({}); // The guest's session has ended, so there is nothing to merge.
    });
    change({ regid, sessionid, email });
  }

  /** Logs in with the page's token. The token of an earlier `login` counts only for its own account, which may have left. */
  async function applyToken(email?: string) {
    const given = emailOf(lastToken) === email ? lastToken : token;
    const assertion = typeof token === "function" ? await token() : given;
    if (assertion !== undefined) await login((assertion as string | null) ?? "");
  }
  const applyTokenNext = (email?: string) => {
    ready = ready.then(() => applyToken(email)).catch(onFailed);
    return ready;
  };

  /** The lock keeps two tabs from creating a guest each, which would split the saved items. It is kept a little longer than
   *  the call: other tabs may see what this one has stored only after they have the lock. */
  const register = () =>
    new Promise<Identity>((resolve, reject) => {
      const registerAndKeep = async () => {
        resolve(await registerNow());
        return sleep(250);
      };
      (globalThis.navigator?.locks?.request(lockName, registerAndKeep) ?? registerAndKeep()).catch(reject);
    });
  async function registerNow(): Promise<Identity> {
    setCurrent(current ?? readStored());
    if (!current) change(await send<Identity>("provider/register", {}), "registered");
    return current as unknown as Identity;
  }

  if (token !== undefined) void applyTokenNext();

  return {
    get: () => state,
    subscribe: observers.add,
    /** Returns undefined before the first action. There is nothing to fetch then, so no call is needed. */
    async find(): Promise<Identity | undefined> {
      await ready;
      return current;
    },
    /** Registers a guest when there is no shopper yet. Throws for the change of an account that is not logged in any more:
     *  no other shopper may make it. */
    async require(owner?: Identity): Promise<Identity> {
      await ready;
      if (owner?.email && owner.regid !== current?.regid)
        throw new KeepsakeError("This account has logged out. Log in again.", { type: "sw-badregid" });
      if (current) return current;
      registering ??= register().finally(() => {
        registering = undefined;
      });
      return registering;
    },
    /** Drops credentials that the service has refused, and logs in again if the page's token allows it. */
    async renew({ regid, sessionid }: Credentials) {
      if (current?.regid !== regid || current.sessionid !== sessionid) return;
      const { email } = current;
      change(undefined);
      await applyTokenNext(email);
    },
    login(assertion: string | Promise<string>) {
      const attempt = ready.then(async () => {
        lastToken = await assertion;
        await login(lastToken);
      });
      ready = attempt.catch(() => undefined);
      return attempt;
    },
    logout: logOut,
    /** Takes over the shopper that another tab has set. */
    follow: setCurrent,
    reload: () => setCurrent(readStored()),
  };
}

function toState(identity: Identity | undefined): ShopperState {
  if (!identity) return NOBODY;
  const { regid, email } = identity;
  return email === undefined ? { kind: "guest", regid } : { kind: "account", regid, email };
}

/** Used only to recognise the same shopper. The service verifies the signature. */
function emailOf(assertion: string): string {
  try {
    const [, payload] = assertion.split(".") as [string, string];
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
    const { email } = JSON.parse(new TextDecoder().decode(bytes)) as { email: string };
    return email.trim().toLowerCase();
  } catch {
    return ""; // Not a token, or one without an email address.
  }
}
