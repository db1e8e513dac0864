import type { StoreTx } from "../../../platform/db/db.ts";
import type { MailSettings } from "../../../platform/messaging/mail/create-mail-sender.ts";
import {
  findSendCounts,
  type Medium,
  type SendCounts,
  type SendLimits,
} from "../../../platform/messaging/send-counts.ts";
import type { Dns } from "../../../platform/network/dns.ts";
import { getSettings } from "../../stores/settings/get-settings.ts";
import { type StoreSettings, sendLimitsOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { domainOf } from "./dkim-key.ts";
import { checkMailDns } from "./dns/check-mail-dns.ts";
import { findWrong } from "./dns/findings.ts";
import type { CheckedRecord } from "./dns/record.ts";
import { findOwnProvider } from "./find-own-provider.ts";
import { mailRouteOf } from "./mail-route.ts";
import type { ProviderName } from "./provider.ts";
import { sendersVersionOf } from "./senders-version.ts";
import { findCheck, findDkimKeys, findHealth, findSenderRows, type Health, type SenderRow } from "./sql.ts";

/** A store's sender without its secrets. */
export type ShownSender = {
  readonly medium: Medium;
  /** "default": the installation's. Null: nothing can send. */
  readonly provider: ProviderName | "default" | null;
  /** A name to show for the provider, such as its host; never a secret. */
  readonly label: string | null;
  readonly health: Health;
  readonly limits: SendLimits;
  readonly today: SendCounts;
};
export type ShownMailSender = ShownSender & {
  readonly address: { readonly name: string; readonly address: string; readonly isVerified: boolean } | undefined;
  readonly checkedAt: Date | null;
  readonly records: readonly CheckedRecord[];
};

type InstallationMedia = { readonly mail: MailSettings | undefined; readonly sms: object | undefined };

/** What the store sends with, how it goes, what its limits are, and what it has sent today. */
export async function fetchSenders(
  tx: StoreTx,
  store: Store,
  { mail, sms }: InstallationMedia,
): Promise<{ readonly version: string; readonly email: ShownMailSender; readonly sms: ShownSender }> {
  const rows = await findSenderRows(tx);
  const check = await findCheck(tx);
  const settings = await getSettings(tx);
  const { sender: address } = settings;
  return {
    version: sendersVersionOf(address, rows),
    email: {
      ...(await showSender(tx, settings, rows, { medium: "email", hasDefault: mail !== undefined })),
      address,
      checkedAt: check?.checkedAt ?? null,
      records: check?.records ?? (address ? await recordsToCopy(tx, store, address.address, mail) : []),
    },
    sms: await showSender(tx, settings, rows, { medium: "sms", hasDefault: sms !== undefined }),
  };
}

async function showSender(
  tx: StoreTx,
  settings: StoreSettings,
  rows: readonly SenderRow[],
  { medium, hasDefault }: { readonly medium: Medium; readonly hasDefault: boolean },
): Promise<ShownSender> {
  const own = rows.find((row) => row.medium === medium);
  return {
    medium,
    provider: own?.provider ?? (hasDefault ? "default" : null),
    label: own?.label ?? null,
    health: await findHealth(tx, medium),
    limits: sendLimitsOf(settings, medium),
    today: await findSendCounts(tx, medium),
  };
}

/** Before the first check: what to copy into DNS, as far as it is known without asking DNS. */
async function recordsToCopy(
  tx: StoreTx,
  store: Store,
  address: string,
  mail: MailSettings | undefined,
): Promise<CheckedRecord[]> {
  const own = await findOwnProvider(tx, store, "email");
  const keys = await findDkimKeys(tx, domainOf(address));
  const records = await checkMailDns(NOT_ASKED, mailRouteOf(address, own, keys, mail));
  return records.map((record) => ({ ...record, ...findWrong("unknown", "not-checked", {}) }));
}

const NOT_ASKED: Dns = {
  txt: async () => ({ state: "failed", code: "not asked" }),
  mx: async () => ({ state: "failed", code: "not asked" }),
  addresses: async () => ({ state: "failed", code: "not asked" }),
};
