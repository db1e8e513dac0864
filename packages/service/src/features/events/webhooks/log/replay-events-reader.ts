import { findNames, type NamesDeps } from "../messages/find-names.ts";
import type { PublicEvent } from "../messages/message.ts";
import { messageBody, PUBLIC_SUBJECTS } from "../messages/wire.ts";
import type { ToDeliveries } from "./queue-replay.ts";

/** Reads events of the past for a replay, as `queueDeliveriesReader` reads new ones. */
export const createToDeliveries =
  (deps: NamesDeps): ToDeliveries =>
  async (tx, events, { storeId, endpointId, subjects }) => {
    const wanted = new Set<string>(subjects ?? PUBLIC_SUBJECTS);
    const chosen = events.filter((event): event is PublicEvent => wanted.has(event.subject));
    if (chosen.length === 0) return [];
    const names = await findNames(deps, tx, chosen);
    return chosen.map((event) => ({
      storeId,
      endpointId,
      number: event.number,
      subject: event.subject,
      body: messageBody(event, names),
    }));
  };
