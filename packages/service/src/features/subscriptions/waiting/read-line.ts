import type { StoreTx } from "../../../platform/db/db.ts";
import { isInteger, readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { Rows } from "../../../platform/http/send-rows.ts";
import { maskAddress } from "../../../platform/text/mask-address.ts";
import { mediumName } from "../address.ts";
import { type PersonRow, type ShownLine, selectLine } from "./sql.ts";

/** Somebody in a line, as the merchant sees them. */
export type PersonInLine = Omit<PersonRow, "medium" | "value"> & {
  /** Counts from 1, in the order of the line. */
  readonly number: number;
  readonly medium: string;
  /** Masked, unless the reader may see addresses. */
  readonly address: string;
};

/** A page of the people who wait for a variant, in order. People who leave while somebody turns the pages are missing from
 *  the later ones, and the numbers go on from the page before. */
export async function readLine(
  tx: StoreTx,
  line: ShownLine,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
  { showsAddresses }: { readonly showsAddresses: boolean },
): Promise<Rows<PersonInLine>> {
  const [at, id, count = "0"] = readCursor(cursor, [isInteger, isInteger, isInteger]) ?? [];
  const people = await selectLine(tx, line, at !== undefined && id !== undefined ? { at, id } : undefined, limit);
  const rows = people.map(({ medium, value, ...person }, index) => ({
    ...person,
    number: Number(count) + index + 1,
    medium: mediumName(medium),
    address: showsAddresses ? value : maskAddress(value),
  }));
  const last = rows.at(-1);
  const isFull = last && rows.length === limit;
  return { rows, next: isFull ? writeCursor([last.place, last.id, last.number]) : null };
}
