import { type Clock, systemClock } from "../../../platform/clock.ts";
import type { QueuedMail, QueueOutlets } from "../../../platform/messaging/mail/send-queued-mails.ts";
import type { SendOutcome } from "../../../platform/messaging/send-outcome.ts";
import { INSTALLATION_MAILS } from "../../stores/members/member-mail.ts";
import { findPause } from "../../stores/settings/find-pause.ts";
import { sendLimitsOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { TO_MERCHANTS } from "../../subscriptions/suppression/is-withheld.ts";
import type { ReportHealth } from "./health.ts";
import { findSenderProblem } from "./sender-address.ts";
import type { Installation, StoreSenders } from "./store-senders.ts";

/** What confirmations, shared lists and other queued messages of a store are sent with. */
export function createQueueOutlets({
  stores,
  storeSenders,
  installation,
  reportHealth,
  isCatcher = false,
  clock = systemClock,
}: {
  readonly stores: StoreCache;
  readonly storeSenders: StoreSenders;
  readonly installation: Installation;
  readonly reportHealth: ReportHealth;
  readonly isCatcher?: boolean | undefined;
  readonly clock?: Clock;
}): QueueOutlets {
  /** Until the store's address is verified, its queued mails come from the operator's address. So do the mail with the code
   *  that verifies it and the mails to members, unless the operator has no mail server. Login links and mails about a changed account do in
   *  any case. */
  function isFromOperator(store: Store, { medium, kind }: QueuedMail) {
    if (INSTALLATION_MAILS.has(kind)) return true;
    if (medium !== "email" || isCatcher) return false;
    return TO_MERCHANTS.has(kind) ? installation.sendMail !== undefined : findSenderProblem(store) !== undefined;
  }

  return {
    async hasOwn(mail) {
      const store = await stores.getById(mail.storeId);
      return store.senders[mail.medium] && !isFromOperator(store, mail);
    },
    async use(mail, work) {
      const store = await stores.getById(mail.storeId);
      const isToMerchant = TO_MERCHANTS.has(mail.kind);
      const limits = isToMerchant ? undefined : sendLimitsOf(store.settings, mail.medium);
      const isPaused = !isToMerchant && findPause(store.settings, clock()) !== undefined;
      if (isFromOperator(store, mail)) return work({ ...installation, limits, isPaused });
      const report = (outcome: SendOutcome) => reportHealth(store, mail.medium, outcome);
      return storeSenders.use(store, (outlet) =>
        work({ ...outlet, rate: outlet.senders[mail.medium]?.rate, limits, report, isPaused }),
      );
    },
  };
}
