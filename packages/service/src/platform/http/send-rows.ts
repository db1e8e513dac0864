import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type TSchema, Type } from "typebox";
import { type CsvValue, csvLine } from "../text/csv.ts";
import { failures, paging } from "./wire.ts";

/** A page, and the cursor of the next one. */
export type Rows<Row> = { readonly rows: readonly Row[]; readonly next: string | null };
export type ReadRows<Row> = (page: { cursor: string | undefined; limit: number }) => Promise<Rows<Row>>;

const DEFAULT_LIMIT = 50;
export const LIMIT_MAX = 500;
const CSV_PAGE = 1_000;
const CSV_ROWS_MAX = 5_000_000;

/** The parameters of a read that `sendRows` answers. */
export const rowsQuery = {
  limit: Type.Optional({ ...paging.limit, description: `Rows of a page, at most ${LIMIT_MAX}` }),
  cursor: Type.Optional(Type.String({ maxLength: 1_000, description: "`next` of the page before" })),
};

/** What openapi.json says of a read that `sendRows` answers. CSV is in the words only: as a second content type, it would make
 *  every answer of a generated client "text or object". `more`: fields beside the rows, which CSV does not have. */
export const rowsAnswer = (item: TSchema, more: Record<string, TSchema> = {}) => ({
  200: Type.Object(
    {
      items: Type.Array(item),
      next: Type.Union([Type.String(), Type.Null()], { description: "Send it as `cursor`; null on the last page" }),
      ...more,
    },
    { description: "A page as JSON or, with `Accept: text/csv`, all rows as CSV" },
  ),
  ...failures,
});

export const wantsCsv = ({ headers: { accept = "" } }: Pick<FastifyRequest, "headers">) => /\btext\/csv\b/.test(accept);

/** Answers a page of rows as JSON or, when the caller accepts text/csv, streams all pages from the cursor on. `columns`
 *  maps the name of each column of the CSV to its value. A stream that fails ends without its last chunk, so that a client
 *  does not take a part for the whole. */
export async function sendRows<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    name,
    read,
    toItem,
    columns,
    more = () => ({}),
    csvRowsMax = CSV_ROWS_MAX,
  }: {
    readonly name: string;
    readonly read: ReadRows<Row>;
    readonly toItem: (row: Row) => unknown;
    readonly columns: Readonly<Record<string, (row: Row) => CsvValue>>;
    /** The fields beside the rows, after the page was read. */
    readonly more?: () => Readonly<Record<string, unknown>>;
    readonly csvRowsMax?: number;
  },
) {
  const { cursor, limit } = request.query as { cursor?: string; limit?: string | number };
  if (!wantsCsv(request)) {
    const size = Math.max(1, Math.min(limit === undefined ? DEFAULT_LIMIT : Number(limit), LIMIT_MAX));
    const { rows, next } = await read({ cursor, limit: size });
    return { items: rows.map(toItem), next, ...more() };
  }
  const fields = Object.values(columns);
  const first = await read({ cursor, limit: CSV_PAGE }); // before the headers: a refusal is an answer of its own
  async function* lines() {
    yield csvLine(Object.keys(columns));
    let page = first;
    for (let sent = 0; ; page = await read({ cursor: page.next, limit: CSV_PAGE })) {
      sent += page.rows.length;
      if (sent > csvRowsMax) throw new Error(`${name}.csv would have more than ${csvRowsMax} rows`);
      yield page.rows.map((row) => csvLine(fields.map((field) => field(row)))).join("");
      if (page.next === null) return;
    }
  }
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .send(Readable.from(lines()));
}
