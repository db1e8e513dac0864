import { Readable } from "node:stream";
import type { Static } from "typebox";
import type { Clock } from "../../platform/clock.ts";
import type { Http } from "../../platform/http/server.ts";
import { failures, jsonOrForm } from "../../platform/http/wire.ts";
import { callerOf, type RequireScope } from "../stores/access/require-scope.ts";
import { recordAudit } from "../stores/audit/record-audit.ts";
import type { Store } from "../stores/store.ts";
import type { HashAddress } from "../subscriptions/address.ts";
import { unknownPerson } from "../subscriptions/errors.ts";
import { findPerson as findKnownPerson } from "../subscriptions/people/find-person.ts";
import { erasePerson } from "./erase-person.ts";
import type { ErasureDeps } from "./erasing/continue-erasure.ts";
import { exportPerson } from "./export-person.ts";
import { findPerson, namesOf, toSought } from "./find-person.ts";
import { ErasedOut, EraseIn, ExportOut, erasedRecord, PersonIn, readPerson } from "./wire.ts";

/** A call that deletes more goes on in a worker. */
const FOR_MS = 5_000;

const keyedCall = { tags: ["People"], security: [{ storeKey: [] }], consumes: jsonOrForm };

type RouteDeps = ErasureDeps & {
  readonly hashAddress: HashAddress;
  readonly requireScope: RequireScope;
  readonly clock: Clock;
};

/** Neither call keeps an answer for its Idempotency-Key: it would be one more copy of the person. Repeating them is safe. */
export function privacyRoutes(http: Http, { requireScope, clock, hashAddress, ...deps }: RouteDeps) {
  const { db } = deps;

  async function readNamed(store: Store, { person: id, ...names }: Static<typeof PersonIn>) {
    const known = id === undefined ? undefined : await db.inStore(store.id, (tx) => findKnownPerson(tx, id));
    if (id !== undefined && !known) throw unknownPerson();
    return readPerson(store, { ...names, person: known?.address });
  }

  http.post("/storeadmin/v3/people/export", {
    ...requireScope("people:export", { stepUp: true }),
    schema: {
      ...keyedCall,
      summary: "Export everything about one person",
      description:
        "Name the person by email, phone, regid or their id (person). With several, they are taken for one person. A person of whom nothing is stored gets empty lists. The audit log says who asked, without the address.",
      body: PersonIn,
      response: {
        200: { description: "One JSON object, streamed", content: { "application/json": { schema: ExportOut } } },
        ...failures,
      },
    },
    handler: async (request, reply) => {
      const { store, actor } = callerOf(request);
      const named = await readNamed(store, request.body);
      const person = await db.inStore(store.id, async (tx) => {
        await recordAudit(tx, { actor, action: "person.exported", details: namesOf(named) });
        return findPerson(tx, hashAddress, toSought(store, named), { lock: false });
      });
      return reply
        .type("application/json; charset=utf-8")
        .header("cache-control", "no-store")
        .send(Readable.from(exportPerson(deps, store, person, new Date(clock()))));
    },
  });

  http.post("/storeadmin/v3/people/erase", {
    ...requireScope("people:export", { stepUp: true }),
    schema: {
      ...keyedCall,
      summary: "Erase one person",
      description:
        "Deletes the account, its guests, lists, alerts, consents, messages and stored answers. Sessions end, and the addresses stay suppressed as keyed hashes, so that a later import sends nothing. Repeating the call is safe.",
      body: EraseIn,
      response: { 200: ErasedOut, ...failures },
    },
    handler: async (request) => {
      const { store, actor } = callerOf(request);
      const named = await readNamed(store, request.body);
      return erasedRecord(await erasePerson({ ...deps, hashAddress }, store, named, { actor, forMs: FOR_MS }));
    },
  });
}
