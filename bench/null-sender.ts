import { mailSender, type Sender } from "../packages/service/src/platform/messaging/sender.ts";

/** A mail sender with the product's own settings that sends nothing and renders nothing, so that a bench measures everything
 *  but the sending. It has no rate, because no provider throttles it. */
export function createNullSender(): Sender {
  const { inFlight, mayRepeat } = mailSender(async () => undefined);
  return { inFlight, mayRepeat, send: async () => ({ state: "sent" }) };
}
