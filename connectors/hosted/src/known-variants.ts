import type { Pool } from "pg";

export type KnownVariant = { readonly id: string; readonly productId: string; readonly locations: readonly string[] };

export type KnownVariants = ReturnType<typeof createKnownVariants>;

/** Which variants Keepsake was told of, and at which locations. */
export function createKnownVariants({ pool, platform }: { pool: Pool; platform: string }) {
  const select = async (shop: string, condition: string, values: readonly unknown[]): Promise<KnownVariant[]> => {
    const { rows } = await pool.query<KnownVariant>(
      `select id, product_id as "productId", locations from keepsake_connectors.known_variants
      where platform = $1 and shop = $2 and ${condition}`,
      [platform, shop, ...values],
    );
    return rows;
  };
  return {
    find: (shop: string, ids: readonly string[]) => select(shop, "id = any($3)", [ids]),
    findOfProducts: (shop: string, productIds: readonly string[]) => select(shop, "product_id = any($3)", [productIds]),
    /** Those that nobody has read since then, a page of them. */
    findUnchecked: (shop: string, since: Date, limit: number) =>
      select(shop, "checked_at < $3 order by id limit $4", [since, limit]),

    async save(shop: string, variants: readonly KnownVariant[], checkedAt: Date): Promise<void> {
      await pool.query(
        `insert into keepsake_connectors.known_variants (platform, shop, id, product_id, locations, checked_at)
        select $1, $2, v->>'id', v->>'productId', array(select jsonb_array_elements_text(v->'locations')), $4
        from jsonb_array_elements($3::jsonb) v
        on conflict (platform, shop, id) do update set product_id = excluded.product_id,
          locations = excluded.locations, checked_at = greatest(known_variants.checked_at, excluded.checked_at)`,
        [platform, shop, JSON.stringify(variants), checkedAt],
      );
    },

    /** Those that exist, and of which there is nothing to say now. */
    async keep(shop: string, ids: readonly string[], checkedAt: Date): Promise<void> {
      if (ids.length === 0) return;
      await pool.query(
        `update keepsake_connectors.known_variants set checked_at = greatest(checked_at, $4)
        where platform = $1 and shop = $2 and id = any($3)`,
        [platform, shop, ids, checkedAt],
      );
    },

    async remove(shop: string, ids: readonly string[]): Promise<void> {
      await pool.query(
        "delete from keepsake_connectors.known_variants where platform = $1 and shop = $2 and id = any($3)",
        [platform, shop, ids],
      );
    },
  };
}
