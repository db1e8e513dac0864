import type { StoreTx } from "../../../platform/db/db.ts";
import type { Person } from "./person.ts";

/** A page of records, and where the next one begins; null after the last. */
export type RecordPage = { readonly records: readonly object[]; readonly next: string | null };

/** Reads a page of what the tables know of a person. Each record has all columns of its row, also those of later versions. */
export type ReadRecords = (tx: StoreTx, person: Person, after: string | null) => Promise<RecordPage>;

/** A feature that stores something about people. A table of personal data that no participant covers fails
 *  test/privacy.test.ts. */
export type PrivacyParticipant = {
  /** What an export has of this feature: a list of records under each name. */
  readonly sections: Readonly<Record<string, ReadRecords>>;
  /** Deletes a page of the person's rows, with the events that belong to it, and returns how many. Returns 0 when nothing
   *  is left. */
  forget(tx: StoreTx, person: Person): Promise<number>;
};
