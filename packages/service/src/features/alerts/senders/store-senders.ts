import { LRUCache } from "lru-cache";
import type { Db } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { Log } from "../../../platform/log.ts";
import type { MailFrom, SendMail, SignMail } from "../../../platform/messaging/mail/mail.ts";
import { createDkimSigner } from "../../../platform/messaging/mail/sign-dkim.ts";
import { SendError } from "../../../platform/messaging/send-outcome.ts";
import type { Sender } from "../../../platform/messaging/sender.ts";
import type { SendText } from "../../../platform/messaging/sms/sms.ts";
import type { Store } from "../../stores/store.ts";
import { connectMail, connectText, type MailChannel, type ProviderDeps, type TextChannel } from "./connect-provider.ts";
import { domainOf, openDkimKey } from "./dkim-key.ts";
import { openProvider } from "./provider.ts";
import { senderOfStore } from "./sender-address.ts";
import { type DkimRow, findDkimKeys, findSenderRows, type SenderRow } from "./sql.ts";

export type Senders = { readonly email?: Sender; readonly sms?: Sender };

/** What the messages of one store are sent with: its own provider for each medium, or else the installation's. */
export type Outlet = {
  readonly senders: Senders;
  readonly sendMail?: SendMail | undefined;
  readonly sendText?: SendText | undefined;
  readonly from?: MailFrom | undefined;
  readonly sign?: SignMail | undefined;
  /** Whether a provider of the store's own is among them, which may be slow or hang. */
  readonly isOwn: boolean;
};

export type StoreSenders = {
  /** Keeps the store's connections open until `work` is done. */
  use<T>(store: Store, work: (outlet: Outlet) => Promise<T>): Promise<T>;
  close(): void;
};

export type Installation = Pick<Outlet, "senders" | "sendMail" | "sendText">;

/** Stores whose providers this process keeps ready, with the rate that was found. Their idle connections close by
 *  themselves. */
const OPEN_MAX = 1_000;
const IDLE_MS = 15 * 60_000;

type Opened = {
  readonly version: number;
  readonly mail: MailChannel | undefined;
  readonly text: TextChannel | undefined;
  readonly sign: SignMail | undefined;
  users: number;
  isRetired: boolean;
};

export function createStoreSenders({
  db,
  log,
  installation,
  openMax = OPEN_MAX,
  ...deps
}: ProviderDeps & {
  readonly db: Db;
  readonly log: Log;
  readonly installation: Installation;
  readonly openMax?: number;
}): StoreSenders {
  const opened = new LRUCache<StoreId, Opened>({ max: openMax, ttl: IDLE_MS, updateAgeOnGet: true, dispose: retire });
  const opening = new Map<StoreId, Promise<Opened>>();
  const closeIdle = setInterval(() => opened.purgeStale(), IDLE_MS / 10);
  closeIdle.unref();

  /** Closes its connections once nobody uses them. */
  function retire(entry: Opened) {
    entry.isRetired = true;
    if (entry.users === 0) entry.mail?.close();
  }

  function getOpened(store: Store): Opened | Promise<Opened> {
    const known = opened.get(store.id);
    if (known?.version === store.senders.version) return known;
    const running = opening.get(store.id);
    if (running) return running;
    const entry = open(store).finally(() => opening.delete(store.id));
    opening.set(store.id, entry);
    return entry;
  }

  async function open(store: Store): Promise<Opened> {
    const { id, settings, senders } = store;
    const domain = settings.sender && domainOf(settings.sender.address);
    const { rows, keys } = await db.inStore(id, async (tx) => ({
      rows: await findSenderRows(tx),
      keys: domain ? await findDkimKeys(tx, domain) : [],
    }));
    const rowOf = (medium: SenderRow["medium"]) => rows.find((row) => row.medium === medium);
    const [mail, text] = [rowOf("email"), rowOf("sms")];
    const entry: Opened = {
      version: senders.version,
      mail: mail && connectMailOf(store, mail),
      text: text && connectTextOf(store, text),
      sign: signerOf(store, keys),
      users: 0,
      isRetired: false,
    };
    opened.set(id, entry);
    return entry;
  }

  function providerOf({ seal, id }: Store, { medium, sealedAccess }: SenderRow) {
    const provider = openProvider(seal, id, medium, sealedAccess);
    if (!provider) log.error({ store: id, medium }, "The stored access of a store's sender cannot be opened");
    return provider;
  }

  function connectMailOf(store: Store, row: SenderRow): MailChannel {
    const provider = providerOf(store, row);
    return provider ? connectMail(deps, provider) : { ...UNREADABLE, close: () => undefined };
  }

  function connectTextOf(store: Store, row: SenderRow): TextChannel {
    const provider = providerOf(store, row);
    return provider
      ? connectText(deps, provider)
      : { ...UNREADABLE, sender: { ...UNREADABLE.sender, mayRepeat: false } };
  }

  /** The newest key whose record was seen in DNS. */
  function signerOf({ seal, id }: Store, keys: readonly DkimRow[]): SignMail | undefined {
    const row = keys.find(({ seenAt }) => seenAt);
    if (!row) return undefined;
    const key = openDkimKey(seal, id, row);
    if (!key) log.error({ store: id }, "The signing key of a store cannot be opened");
    return key === undefined ? undefined : createDkimSigner({ ...row, key });
  }

  return {
    async use(store, work) {
      const from = senderOfStore(store);
      // Most stores: nothing is read for them.
      if (store.senders.version === 0) return work({ ...installation, from, isOwn: false });
      const entry = await getOpened(store);
      entry.users += 1;
      try {
        const { mail, text, sign } = entry;
        const email = mail?.sender ?? installation.senders.email;
        const sms = text?.sender ?? installation.senders.sms;
        return await work({
          senders: { ...(email ? { email } : {}), ...(sms ? { sms } : {}) },
          sendMail: mail?.send ?? installation.sendMail,
          sendText: text?.send ?? installation.sendText,
          from,
          sign,
          isOwn: mail !== undefined || text !== undefined,
        });
      } finally {
        entry.users -= 1;
        if (entry.isRetired && entry.users === 0) entry.mail?.close();
      }
    },
    close() {
      clearInterval(closeIdle);
      opened.clear();
    },
  };
}

const unreadable = () =>
  new SendError({
    state: "deferred",
    reason: "the stored access cannot be read",
    isProviderDown: true,
    problem: "refused-login",
  });
/** For access that does not open: messages wait until the merchant enters it again. */
const UNREADABLE = {
  send: () => Promise.reject(unreadable()),
  sender: {
    inFlight: 1,
    mayRepeat: true,
    send: async () => unreadable().failure,
  },
};
