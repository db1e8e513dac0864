import type { InstallationKeys } from "../../../platform/crypto/keyring.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import { countMailsTo, queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import type { Medium } from "../../../platform/messaging/send-counts.ts";
import { getSenderAddress, setSenderAddress } from "../../stores/settings/sender-address.ts";
import type { Store } from "../../stores/store.ts";
import { SENDER_CODE } from "../../subscriptions/suppression/is-withheld.ts";
import { retryNow } from "../delivery/retry-now.ts";
import { noSenderAddress, optionsOfInstallation, tooManyCodes } from "../errors.ts";
import { announceSenderChange } from "./announce-sender-change.ts";
import { domainOf, OLD_KEYS } from "./dkim-key.ts";
import { openOwnProvider } from "./find-own-provider.ts";
import { labelOf, type MailOptions, type OwnProvider, sealProvider } from "./provider.ts";
import { senderCodeOf, toSender } from "./sender-address.ts";
import { senderCodeMail } from "./sender-code-mail.ts";
import {
  type DkimRow,
  deleteCheck,
  deleteOldKeys,
  deleteSender,
  findDkimKeys,
  forgetProblem,
  insertDkimKey,
  upsertSender,
} from "./sql.ts";

export type SenderChange = {
  readonly medium: Medium;
  /** The sender that recipients of mails see. Without it, it stays as it is. */
  readonly address?: { readonly name: string; readonly address: string } | undefined;
  /** "default": the installation's. Without it, the provider stays as it is. */
  readonly provider?: OwnProvider | "default" | undefined;
  /** Without `provider`: changes of its options. Options that are absent stay as they are. */
  readonly options?: MailOptions | undefined;
};

export type SetDeps = { readonly keys: InstallationKeys };

const CODES_PER_DAY = 5;

/** Changes what a store sends its mails or text messages with. A new address gets a mail with a code; alerts wait until it is
 *  verified. `key`: a signing key, for a domain that has none yet. Messages that wait are tried again at once. */
export async function setSender(
  tx: StoreTx,
  { keys }: SetDeps,
  store: Store,
  { medium, address, provider, options }: SenderChange,
  key: DkimRow | undefined,
): Promise<{ readonly isCodeSent: boolean }> {
  const before = medium === "email" ? await getSenderAddress(tx) : undefined;
  const sender = address ? toSender(address.name, address.address) : before;
  if (medium === "email" && !sender) throw noSenderAddress();
  const isVerified = before?.isVerified === true && before.address === sender?.address;
  if (address && sender) await setSenderAddress(tx, { ...sender, isVerified });
  if (provider === "default") await deleteSender(tx, medium);
  else if (provider) await storeProvider(tx, store, medium, provider);
  if (options) {
    const own = await openOwnProvider(tx, store, medium);
    if (!own) throw optionsOfInstallation();
    await storeProvider(tx, store, medium, { ...own, options: { ...own.options, ...options } });
  }
  if (sender) await keepKeys(tx, domainOf(sender.address), key);
  if (medium === "email") await deleteCheck(tx);
  await senderChanged(tx, medium);
  const isCodeSent = address !== undefined && sender !== undefined && !isVerified;
  if (isCodeSent) await mailCode(tx, keys, store, sender.address);
  return { isCodeSent };
}

const storeProvider = (tx: StoreTx, store: Store, medium: Medium, provider: OwnProvider) =>
  upsertSender(tx, {
    medium,
    provider: provider.access.provider,
    label: labelOf(provider.access).slice(0, 300),
    sealedAccess: sealProvider(store.seal, store.id, medium, provider),
  });

/** Stores the key unless the domain has got one meanwhile. */
async function keepKeys(tx: StoreTx, domain: string, key: DkimRow | undefined) {
  await deleteOldKeys(tx, domain, OLD_KEYS);
  if (key?.domain === domain && (await findDkimKeys(tx, domain)).length === 0) await insertDkimKey(tx, key);
}

/** Lets every process use the change within seconds, and tries what waits again. */
export async function senderChanged(tx: StoreTx, medium: Medium): Promise<void> {
  await forgetProblem(tx, medium);
  await announceSenderChange(tx);
  await retryNow(tx);
}

async function mailCode(tx: StoreTx, keys: InstallationKeys, store: Store, address: string) {
  if ((await countMailsTo(tx, { to: address, kind: SENDER_CODE })) >= CODES_PER_DAY) throw tooManyCodes();
  const mail = senderCodeMail(store, address, senderCodeOf(keys["sender-codes"], store.id, address));
  await queueMail(tx, { shopperId: null, kind: SENDER_CODE, mail });
}
