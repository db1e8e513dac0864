import type { StoreTx } from "../../../../platform/db/db.ts";
import type { EndpointId } from "../../../../platform/ids.ts";

export type MemberNotice = {
  readonly about: "webhook.disabled";
  readonly endpointId: EndpointId;
  readonly url: string;
  readonly because: string;
};

/** Mails the members of the store's organisation, in the transaction of what it tells. Until stores have members, the line
 *  in the audit log and `GET /storeadmin/v3/webhooks` are what a merchant sees. */
export async function notifyMembers(_tx: StoreTx, _notice: MemberNotice): Promise<void> {}
