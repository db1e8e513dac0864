import type { Pool } from "pg";
import type { Seal, SealContext } from "./seal.ts";

const PAGE = 500;
const COLUMNS: readonly {
  readonly table: string;
  readonly column: string;
  readonly purpose: SealContext["purpose"];
}[] = [
  { table: "installations", column: "sealed_key", purpose: "keepsake-key" },
  { table: "installations", column: "sealed_identity_secret", purpose: "identity-secret" },
  { table: "installations", column: "sealed_tokens", purpose: "tokens" },
  { table: "requests", column: "sealed", purpose: "request" },
];

type Row = { readonly row: string; readonly shop: string; readonly sealed: Buffer };

/** Seals with the first secret what another one sealed, so that the operator can take the others away after a start. Throws when
 *  there is a value that none of the secrets opens. */
export async function resealAll({ pool, seal, platform }: { pool: Pool; seal: Seal; platform: string }): Promise<void> {
  for (const { table, column, purpose } of COLUMNS)
    for (;;) {
      const { rows } = await pool.query<Row>(
        `select ctid::text as row, shop, ${column} as sealed from keepsake_connectors.${table}
        where platform = $1 and substring(${column} from 1 for ${seal.keyId.length}) <> $2 limit ${PAGE}`,
        [platform, seal.keyId],
      );
      for (const { row, shop, sealed } of rows) {
        const context = { purpose, owner: `${platform}:${shop}` };
        // Another process may have written the value meanwhile; then it is sealed with the first secret already.
        await pool.query(
          `update keepsake_connectors.${table} set ${column} = $1 where ctid = $2::tid and ${column} = $3`,
          [seal.seal(seal.open(sealed, context), context), row, sealed],
        );
      }
      if (rows.length < PAGE) break;
    }
}
