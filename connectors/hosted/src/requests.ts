import type { Pool } from "pg";
import type { Seal } from "./seal.ts";

export type Request = {
  readonly id: string;
  readonly shop: string;
  readonly kind: string;
  readonly detail: string;
  readonly receivedAt: Date;
  readonly tries: number;
};
type Row = Omit<Request, "detail"> & { sealed: Buffer };

const COLUMNS = `id, shop, kind, sealed, received_at as "receivedAt", tries`;
const LISTED_MAX = 100;

export type Requests = ReturnType<typeof createRequests>;

/** Webhooks that must not get lost. They are stored before they are answered, and their content is sealed. */
export function createRequests({ pool, seal, platform }: { pool: Pool; seal: Seal; platform: string }) {
  const context = (shop: string) => ({ purpose: "request" as const, owner: `${platform}:${shop}` });
  const toRequest = ({ sealed, ...row }: Row): Request => ({
    ...row,
    detail: seal.open(sealed, context(row.shop)),
  });
  return {
    /** `source` is the platform's id of it: a repeated delivery is stored once. Without `dueAt` it waits for the merchant. */
    async add({
      shop,
      kind,
      source,
      detail,
      receivedAt,
      dueAt,
    }: {
      shop: string;
      kind: string;
      source: string;
      detail: string;
      receivedAt: Date;
      dueAt: Date | undefined;
    }): Promise<void> {
      await pool.query(
        `insert into keepsake_connectors.requests (platform, shop, kind, source, sealed, received_at, due_at)
        values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
        [platform, shop, kind, source, seal.seal(detail, context(shop)), receivedAt, dueAt ?? null],
      );
    },

    /** Takes the request that is most overdue. It is tried again at `next` unless it is removed before. */
    async claim(now: Date, next: Date): Promise<Request | undefined> {
      const { rows } = await pool.query<Row>(
        `update keepsake_connectors.requests set due_at = $3, tries = tries + 1
        where id in (select id from keepsake_connectors.requests where platform = $1 and due_at <= $2
          order by due_at limit 1 for update skip locked)
        returning ${COLUMNS}`,
        [platform, now, next],
      );
      return rows[0] && toRequest(rows[0]);
    },

    /** Whether the shop has requests of this kind that are not carried out yet. */
    async hasDue(shop: string, kind: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        `select from keepsake_connectors.requests
        where platform = $1 and shop = $2 and kind = $3 and due_at is not null limit 1`,
        [platform, shop, kind],
      );
      return rowCount === 1;
    },

    async postpone(id: string, dueAt: Date): Promise<void> {
      await pool.query("update keepsake_connectors.requests set due_at = $2 where id = $1", [id, dueAt]);
    },

    async remove(id: string): Promise<void> {
      await pool.query("delete from keepsake_connectors.requests where id = $1", [id]);
    },

    /** The newest that wait for the merchant. */
    async listOpen(shop: string, kind: string): Promise<Request[]> {
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from keepsake_connectors.requests
        where platform = $1 and shop = $2 and kind = $3 and due_at is null order by id desc limit ${LISTED_MAX}`,
        [platform, shop, kind],
      );
      return rows.map(toRequest);
    },

    /** Requests that wait for the merchant end after a while. */
    async prune(before: Date): Promise<void> {
      await pool.query("delete from keepsake_connectors.requests where due_at is null and received_at < $1", [before]);
    },
  };
}
