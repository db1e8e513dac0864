import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { Db } from "../../../platform/db/db.ts";
import { rowsAnswer, sendRows } from "../../../platform/http/send-rows.ts";
import type { Http } from "../../../platform/http/server.ts";
import { getVariantId } from "../../catalog/variants/get-variant-id.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { readVariantName } from "../../catalog/variants/wire.ts";
import type { Change } from "../../stores/access/change.ts";
import { recordAddresses, recordExport, recordPage } from "../../stores/access/record-export.ts";
import { callerOf, type RequireScope } from "../../stores/access/require-scope.ts";
import { hasScope } from "../../stores/access/scopes.ts";
import { recordAudit } from "../../stores/audit/record-audit.ts";
import type { HashAddress } from "../../subscriptions/address.ts";
import type { AlertLinks } from "../../subscriptions/alert-links.ts";
import { resendConfirmation } from "../../subscriptions/confirmation/resend-confirmation.ts";
import { unknownPerson } from "../../subscriptions/errors.ts";
import { findPerson } from "../../subscriptions/people/find-person.ts";
import { unsubscribePerson } from "../../subscriptions/people/unsubscribe-person.ts";
import type { SendingDeps } from "../../subscriptions/require-sender.ts";
import { ExplanationOut } from "../plans/wire.ts";
import { keyedCall } from "../route-deps.ts";
import { answer, readTopic } from "../wire.ts";
import { explainPerson } from "./explain-person.ts";
import { findPersonOrAccount, showPerson } from "./show-person.ts";
import * as wire from "./wire.ts";

type PeopleDeps = SendingDeps & {
  readonly db: Db;
  readonly variants: VariantCache;
  readonly requireScope: RequireScope;
  readonly change: Change;
  readonly hashAddress: HashAddress;
  readonly links: AlertLinks;
};

const read = { tags: ["People"], security: [{ storeKey: [] }] };
const write = { ...keyedCall, tags: ["People"] };

/** What openapi.json says of a read whose URL may have an address. */
const IN_URL = "Proxies log URLs: where yours keeps a log, send the address with POST, to people/find or people/show.";

/** The calls about one person. Addresses are masked, unless the caller may see them. */
export function peopleRoutes(http: Http, deps: PeopleDeps) {
  const { db, variants, requireScope, change, hashAddress } = deps;

  async function find(call: string, request: FastifyRequest, reply: FastifyReply, text: string) {
    const caller = callerOf(request);
    const { store } = caller;
    const seen = { showsAddresses: hasScope(caller, "people:addresses") };
    const address = wire.readAddress(text);
    const id = hashAddress(address, store.id);
    await recordExport(db, request, { person: id });
    return sendRows(request, reply, {
      name: "people",
      read: () =>
        db.inStore(store.id, async (tx) => {
          const found = await findPersonOrAccount(tx, store, { id, address });
          const rows = found ? [found] : [];
          await recordPage(tx, request, { read: call, person: id, rows: rows.length });
          return { rows, next: null };
        }),
      toItem: wire.personRecord(seen),
      columns: wire.personColumns(seen),
    });
  }

  function show(call: string, request: FastifyRequest, { person, address: text }: Static<typeof wire.PersonIn>) {
    const caller = callerOf(request);
    const { store } = caller;
    const address = text === undefined ? undefined : wire.readAddress(text);
    const id = person ?? (address && hashAddress(address, store.id));
    if (id === undefined) throw unknownPerson();
    return db.inStore(store.id, async (tx) => {
      const found = await findPersonOrAccount(tx, store, { id, address });
      if (!found) throw unknownPerson();
      const shown = await showPerson(variants, tx, found);
      await recordAddresses(tx, request, { read: call, person: id, rows: 1 });
      return wire.shownPersonRecord(shown, { showsAddresses: hasScope(caller, "people:addresses") });
    });
  }

  http.get("/storeadmin/v3/people", {
    exposeHeadRoute: false,
    ...requireScope("people:read", { stepUp: "csv" }),
    schema: {
      ...read,
      summary: "Find a person by their address",
      description: `By the whole email address or phone number. The list has one person, or none. ${IN_URL}`,
      querystring: wire.PeopleIn,
      response: rowsAnswer(wire.PersonOut),
    },
    handler: (request, reply) => find("people", request, reply, request.query.address),
  });

  http.post("/storeadmin/v3/people/find", {
    ...requireScope("people:read", { stepUp: "csv" }),
    schema: {
      ...write,
      summary: "Find a person by their address, which is in no URL",
      description: "By the whole email address or phone number. The list has one person, or none.",
      body: wire.FindIn,
      response: rowsAnswer(wire.PersonOut),
    },
    handler: (request, reply) => find("people/find", request, reply, request.body.address),
  });

  http.get("/storeadmin/v3/people/one", {
    exposeHeadRoute: false,
    ...requireScope("people:read"),
    schema: {
      ...read,
      summary: "Show everything about one person",
      description: `Alerts, lists, what the person agreed to, and a time line in plain words: signed up, confirmed, notified, clicked, bought, left. Send person or address. ${IN_URL}`,
      querystring: wire.PersonIn,
      response: answer(wire.ShownPersonOut),
    },
    handler: async (request) => show("people/one", request, request.query),
  });

  http.post("/storeadmin/v3/people/show", {
    ...requireScope("people:read"),
    schema: {
      ...write,
      summary: "Show everything about one person, whose address is in no URL",
      description: "The same as people/one. Send person or address.",
      body: wire.PersonIn,
      response: answer(wire.ShownPersonOut),
    },
    handler: async (request) => show("people/show", request, request.body),
  });

  http.post("/storeadmin/v3/people/explain", {
    ...requireScope("people:read"),
    schema: {
      ...write,
      summary: "Explain why a person was notified or not",
      description:
        "The same as alerts/explain, for a person whose address you do not know. Addresses are always masked.",
      body: wire.ExplainIn,
      response: answer(ExplanationOut),
    },
    handler: async (request) => {
      const { store } = callerOf(request);
      const variantId = await getVariantId(variants, store, readVariantName(request.body));
      const about = { variantId, topic: readTopic(request.body) };
      const explained = await db.inStore(store.id, (tx) => explainPerson(tx, request.body.person, about));
      return wire.maskedExplanationRecord(explained);
    },
  });

  http.post("/storeadmin/v3/people/reveal", {
    ...requireScope("people:reveal", { stepUp: true }),
    schema: {
      ...write,
      summary: "Show the address of one person",
      description: "Every call is in the audit log. The answer is not stored for an Idempotency-Key.",
      body: wire.PersonBody,
      response: answer(wire.RevealedOut),
    },
    handler: (request) => {
      const { store, actor } = callerOf(request);
      const { person: id } = request.body;
      return db.inStore(store.id, async (tx) => {
        const person = await findPerson(tx, id);
        if (!person) throw unknownPerson();
        await recordAudit(tx, { actor, action: "person.revealed", details: { person: id } });
        return wire.revealedRecord(person);
      });
    },
  });

  http.post("/storeadmin/v3/people/unsubscribe", {
    ...requireScope("people:write"),
    schema: {
      ...write,
      summary: "End alerts of a person",
      description: "All alerts, or those for a variant or a topic. The person can sign up again.",
      body: wire.UnsubscribeIn,
      response: answer(wire.UnsubscribedOut),
    },
    handler: async (request) => {
      const { person: id } = request.body;
      const { variant, topic } = wire.readOnly(request.body);
      const { store } = callerOf(request);
      const variantId = variant === null ? null : await getVariantId(variants, store, variant);
      const details = { person: id, ...(variantId ? { variantId } : {}), ...(topic ? { topic } : {}) };
      return change(request, { action: "person.unsubscribed", details }, async (tx) => {
        const ended = await unsubscribePerson(tx, id, { variantId, topic });
        return { message: ended === 0 ? "There was nothing to end" : "Unsubscribed", ended };
      });
    },
  });

  http.post("/storeadmin/v3/people/resend-confirmation", {
    ...requireScope("people:write"),
    schema: {
      ...write,
      summary: "Send a confirmation again",
      description:
        "For a person whose sign-up is not confirmed. An address gets at most three confirmations of a store in 24 hours.",
      body: wire.PersonBody,
      response: answer(wire.ResentOut),
    },
    handler: (request) => {
      const { person: id } = request.body;
      return change(request, { action: "person.confirmation-resent", details: { person: id } }, async (tx, store) => {
        const person = await findPerson(tx, id);
        if (!person) throw unknownPerson();
        const sent = await resendConfirmation(tx, deps, store, person.address);
        return { message: sent ? "Sent" : "Not sent: this address got as many as it may today", sent };
      });
    },
  });
}
