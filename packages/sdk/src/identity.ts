import { isKeepsakeError, type KeepsakeError } from "./errors.ts";
import type { ClientOptions, ShopperState } from "./interface.ts";
import { createObservers } from "./observers.ts";
import type { Send } from "./send.ts";
import type { Storage } from "./storage.ts";

export type Credentials = { readonly regid: string; readonly sessionid: string };
export type Person = Credentials & { readonly uuid?: string; readonly email?: string };

const WHO = "who";
const NOBODY: ShopperState = { kind: "nobody" };

/** Who the shopper is: nobody until they act, then a guest, or the account that the shop's server vouched for. */
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
  /** The shopper is somebody else; or nobody became a guest, who has nothing yet either. */
  onChange: (how: "changed" | "registered") => void;
  /** It was this tab that changed it. */
  onOwnChange: (person: Person | undefined) => void;
  /** Names a lock that all tabs of this shop share. */
  lockName: string;
}) {
  const observers = createObservers();
  const stored = () => storage.get(WHO) as Person | undefined;
  let person = stored();
  let state = toState(person);
  let registering: Promise<Person> | undefined;
  let settling: Promise<void> = Promise.resolve();

  function become(next: Person | undefined, how: "changed" | "registered" = "changed") {
    const before = state;
    person = next;
    state = toState(person);
    if (before.kind === state.kind && before.regid === state.regid) {
      state = before;
      return;
    }
    onChange(how);
    observers.tell();
  }
  function becomeHere(next: Person | undefined, how?: "registered") {
    storage.set(WHO, next);
    become(next, how);
    onOwnChange(next);
  }

  async function login(assertion: string) {
    const email = emailOf(assertion);
    if (email && person?.email === email) return;
    const guest = person?.email === undefined ? person : undefined;
    const registerWith = (withGuest: Partial<Person>) =>
      send<Credentials>("provider/register", {
        assertion,
        uuid: withGuest.uuid,
        sessionid: withGuest.uuid && withGuest.sessionid,
      });
    const { regid, sessionid } = await registerWith(guest ?? {}).catch((error: unknown) => {
      if (!guest || !isKeepsakeError(error, "sw-badregid")) throw error;
      return registerWith({}); // the guest has ended; the account has not
    });
    becomeHere({ regid, sessionid, email });
  }

  /** As the page says; what is left of an account that is logged out goes. */
  async function settle() {
    const assertion = typeof token === "function" ? await token() : token;
    if (assertion) await login(assertion);
    else if (assertion !== undefined && person?.email) becomeHere(undefined);
  }
  const settleAgain = () => {
    settling = settling.then(settle).catch(onFailed);
    return settling;
  };

  /** One tab after the other: two guests of one browser would each have half of what was saved. */
  const register = () => (globalThis.navigator?.locks ? navigator.locks.request(lockName, registerNow) : registerNow());
  async function registerNow(): Promise<Person> {
    const first = person ?? stored();
    if (first) become(first);
    else becomeHere(await send<Person>("provider/register", {}), "registered");
    return person as Person;
  }

  if (token !== undefined) void settleAgain();

  return {
    get: () => state,
    subscribe: observers.add,
    /** The shopper, if there is one: nobody has saved nothing, and needs no call. */
    async find(): Promise<Credentials | undefined> {
      await settling;
      return person;
    },
    /** The shopper, who becomes a guest if nobody yet. */
    async require(): Promise<Credentials> {
      await settling;
      if (person) return person;
      registering ??= register().finally(() => {
        registering = undefined;
      });
      return registering;
    },
    /** The service no longer knows these: start again, as an account where the shop's server still says so. */
    async renew({ regid, sessionid }: Credentials) {
      if (person?.regid !== regid || person.sessionid !== sessionid) return;
      becomeHere(undefined);
      await settleAgain();
    },
    async login(assertion: string) {
      settling = settling.then(() => login(assertion));
      const mine = settling;
      settling = settling.catch(() => undefined);
      await mine;
    },
    logout: () => becomeHere(undefined),
    /** Another tab changed who the shopper is. */
    follow: (next: Person | undefined) => become(next),
    reload: () => become(stored()),
  };
}

const toState = (person: Person | undefined): ShopperState =>
  person ? { kind: person.email === undefined ? "guest" : "account", regid: person.regid } : NOBODY;

/** Only to see whether it is the same person as before; the service checks the signature. */
function emailOf(assertion: string): string {
  try {
    const [, payload = ""] = assertion.split(".");
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
    const { email } = JSON.parse(new TextDecoder().decode(bytes)) as { email?: string };
    return email?.trim().toLowerCase() ?? "";
  } catch {
    return "";
  }
}
