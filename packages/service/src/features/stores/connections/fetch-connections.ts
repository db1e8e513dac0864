import type { StoreTx } from "../../../platform/db/db.ts";
import { ORIGINS_MAX, type SightingKind, type SightingRow, selectSightings } from "./sql.ts";

type Seen = { readonly firstAt: Date; readonly lastAt: Date };
type Report = { readonly lastAt: Date; readonly keyName: string | null };

/** What was seen of the shop. Undefined: never. */
export type Connections = {
  readonly script: Seen | undefined;
  readonly origins: readonly (Seen & { readonly origin: string })[];
  readonly save: Seen | undefined;
  readonly stock: Report | undefined;
  readonly catalogue: Report | undefined;
  readonly orders: Report | undefined;
};

export async function fetchConnections(tx: StoreTx): Promise<Connections> {
  const rows = await selectSightings(tx);
  const find = (kind: SightingKind): SightingRow | undefined => rows.find((row) => row.kind === kind);
  return {
    script: find("script"),
    origins: rows.filter(({ kind }) => kind === "origin").slice(0, ORIGINS_MAX),
    save: find("save"),
    stock: find("stock"),
    catalogue: find("catalogue"),
    orders: find("orders"),
  };
}
