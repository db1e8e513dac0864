import type { Form } from "../../../platform/http/params.ts";
import type { Medium } from "../../../platform/messaging/send-counts.ts";
import type { Store } from "../../stores/store.ts";
import { badHookSignature } from "../errors.ts";
import type { Access } from "../senders/provider.ts";
import type { Sns } from "./sns.ts";
import { isTwilioSignature } from "./twilio-signature.ts";

/** A request of Twilio. `form` is undefined when it was not sent as a form: nobody can sign that. */
export type SignedForm = { readonly path: string; readonly form: Form | undefined; readonly signature: string };

/** Checks who signed a report, in addition to the token in the address. */
export type CheckReport = {
  /** Returns whether a topic signed it. Reports of providers that sign nothing have only the token. */
  mail(store: Store, body: Readonly<Record<string, unknown>>): Promise<boolean>;
  text(store: Store, signed: SignedForm): Promise<void>;
};

/** The reports about a store with its own provider are signed for its own account, and those about the others for the
 *  operator's. Neither can stand in for the other. */
export function createCheckReport({
  sns,
  findProvider,
  publicUrl,
  operator,
}: {
  readonly sns: Pick<Sns, "check">;
  readonly findProvider: (store: Store, medium: Medium) => Promise<Access | undefined>;
  readonly publicUrl: string;
  readonly operator: { readonly snsTopics: readonly string[] | undefined; readonly twilioSecret: string | undefined };
}): CheckReport {
  return {
    async mail(store, body) {
      const own = await findProvider(store, "email");
      const topics = own ? topicsOf(own) : operator.snsTopics;
      if (!topics) return false;
      await sns.check(body, topics);
      return true;
    },
    async text(store, { path, form, signature }) {
      const own = await findProvider(store, "sms");
      const secret = own ? secretOf(own) : operator.twilioSecret;
      if (secret === undefined) return;
      const isSigned = form && isTwilioSignature(secret, { url: `${publicUrl}${path}`, form, signature });
      if (!isSigned) throw badHookSignature();
    },
  };
}

const topicsOf = (access: Access) =>
  access.provider === "ses" && access.topic !== undefined ? [access.topic] : undefined;
const secretOf = (access: Access) => (access.provider === "twilio" ? access.secret : undefined);
