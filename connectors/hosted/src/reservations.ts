import type { Pool } from "pg";

/** Units that the platform sets aside for an offer, or is about to. */
export type Reservation = {
  readonly offer: string;
  readonly variantId: string;
  readonly units: number;
  readonly until: Date;
  /** The platform's id; undefined while it is being made. */
  readonly reference: string | undefined;
  readonly url: string | undefined;
};

type Row = Omit<Reservation, "reference" | "url"> & { reference: string | null; url: string | null };

export type Reservations = ReturnType<typeof createReservations>;

const COLUMNS = `offer, variant_id as "variantId", units, until, reference, url`;

export function createReservations({ pool, platform }: { pool: Pool; platform: string }) {
  const toReservation = ({ reference, url, ...row }: Row): Reservation => ({
    ...row,
    reference: reference ?? undefined,
    url: url ?? undefined,
  });
  return {
    async findAll(shop: string): Promise<Reservation[]> {
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from keepsake_connectors.reservations where platform = $1 and shop = $2 order by made_at`,
        [platform, shop],
      );
      return rows.map(toReservation);
    },

    /** Those of these variants. A reader counts their units as stock, because Keepsake counts them as reserved. */
    async findOfVariants(shop: string, variantIds: readonly string[]): Promise<Reservation[]> {
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from keepsake_connectors.reservations
        where platform = $1 and shop = $2 and variant_id = any($3)`,
        [platform, shop, variantIds],
      );
      return rows.map(toReservation);
    },

    /** Writes down that the reservation is being made. Returns what is known if an earlier try did so. */
    async begin(
      shop: string,
      { offer, variantId, units, until }: Pick<Reservation, "offer" | "variantId" | "units" | "until">,
      at: Date,
    ): Promise<Reservation | undefined> {
      const { rowCount } = await pool.query(
        `insert into keepsake_connectors.reservations (platform, shop, offer, variant_id, units, until, made_at)
        values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
        [platform, shop, offer, variantId, units, until, at],
      );
      if (rowCount === 1) return undefined;
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from keepsake_connectors.reservations where platform = $1 and shop = $2 and offer = $3`,
        [platform, shop, offer],
      );
      return rows[0] && toReservation(rows[0]);
    },

    async finish(shop: string, offer: string, made: { readonly reference: string; readonly url: string }) {
      await pool.query(
        `update keepsake_connectors.reservations set reference = $4, url = $5
        where platform = $1 and shop = $2 and offer = $3`,
        [platform, shop, offer, made.reference, made.url],
      );
    },

    async remove(shop: string, offer: string): Promise<void> {
      await pool.query(
        "delete from keepsake_connectors.reservations where platform = $1 and shop = $2 and offer = $3",
        [platform, shop, offer],
      );
    },
  };
}
