import type { Db } from "../../platform/db/db.ts";
import type { RecordPage } from "../shoppers/privacy/participant.ts";
import type { Person } from "../shoppers/privacy/person.ts";
import { formatRegid } from "../shoppers/regid.ts";
import type { Store } from "../stores/store.ts";
import type { PrivacyParticipants } from "./participants.ts";

/** Everything that the store has about a person, as the text of one JSON object, in pieces. Each page is read in a
 *  transaction of its own, so a large export holds no lock and needs little memory. */
export async function* exportPerson(
  { db, participants }: { readonly db: Db; readonly participants: PrivacyParticipants },
  store: Store,
  { addresses, regids, ...person }: Person,
  now: Date,
): AsyncGenerator<string> {
  const head = {
    exportedAt: now.toISOString(),
    store: { pid: store.pid, name: store.name },
    addresses: addresses.map(({ medium, value }) => ({ medium, value })),
    regids: regids.map(formatRegid),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"data":{`;
  let isFirst = true;
  for (const [name, read] of Object.values(participants).flatMap(({ sections }) => Object.entries(sections))) {
    yield `${isFirst ? "" : ","}${JSON.stringify(name)}:[`;
    isFirst = false;
    let after: string | null = null;
    let separator = "";
    do {
      const from: string | null = after;
      const page: RecordPage = await db.inStore(store.id, (tx) => read(tx, { addresses, regids, ...person }, from));
      if (page.records.length > 0) yield separator + page.records.map((record) => JSON.stringify(record)).join(",");
      if (page.records.length > 0) separator = ",";
      after = page.next;
    } while (after !== null);
    yield "]";
  }
  yield "}}";
}
