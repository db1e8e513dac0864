import type { Pool } from "pg";
import type { Seal, SealContext } from "./seal.ts";

/** One shop that installed the app, with its secrets open. */
export type Shop = {
  readonly platform: string;
  /** The platform's name of the shop, such as "tarn.myshopify.com". */
  readonly shop: string;
  /** What the platform gave the app to call it: JSON that only the platform's code reads. */
  readonly tokens: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly installedAt: Date;
  /** Undefined until the merchant has connected the shop to a store of Keepsake. */
  readonly store: ConnectedStore | undefined;
  /** The start of the last reconcile that ended well. */
  readonly reconciledFrom: Date | undefined;
  readonly failures: number;
};

export type ConnectedStore = {
  readonly pid: string;
  readonly key: string;
  readonly identitySecret: string | undefined;
};

type Row = {
  shop: string;
  pid: string | null;
  sealedKey: Buffer | null;
  sealedIdentitySecret: Buffer | null;
  sealedTokens: Buffer | null;
  settings: Record<string, unknown>;
  installedAt: Date;
  reconciledFrom: Date | null;
  failures: number;
};

const COLUMNS = `shop, pid, sealed_key as "sealedKey", sealed_identity_secret as "sealedIdentitySecret",
  sealed_tokens as "sealedTokens", settings, installed_at as "installedAt", reconciled_from as "reconciledFrom", failures`;

export type Installations = ReturnType<typeof createInstallations>;

/** The installations of one platform. A shop whose app was removed is found by no verb but `find` with `removed`. */
export function createInstallations({ pool, seal, platform }: { pool: Pool; seal: Seal; platform: string }) {
  const context = (purpose: SealContext["purpose"], shop: string): SealContext => ({
    purpose,
    owner: `${platform}:${shop}`,
  });
  const open = (sealed: Buffer | null, purpose: SealContext["purpose"], shop: string) =>
    sealed === null ? undefined : seal.open(sealed, context(purpose, shop));

  function toShop(row: Row): Shop {
    const key = open(row.sealedKey, "keepsake-key", row.shop);
    return {
      platform,
      shop: row.shop,
      tokens: open(row.sealedTokens, "tokens", row.shop) ?? "",
      settings: row.settings,
      installedAt: row.installedAt,
      store:
        row.pid === null || key === undefined
          ? undefined
          : {
              pid: row.pid,
              key,
              identitySecret: open(row.sealedIdentitySecret, "identity-secret", row.shop),
            },
      reconciledFrom: row.reconciledFrom ?? undefined,
      failures: row.failures,
    };
  }

  async function find(shop: string, { removed = false } = {}): Promise<Shop | undefined> {
    const { rows } = await pool.query<Row>(
      `select ${COLUMNS} from keepsake_connectors.installations
      where platform = $1 and shop = $2 and ($3 or uninstalled_at is null)`,
      [platform, shop, removed],
    );
    return rows[0] && toShop(rows[0]);
  }

  return {
    find,

    /** Stores what the platform gave at an installation, also at a repeated one. The connection to Keepsake stays. */
    async install(shop: string, tokens: string, at: Date): Promise<void> {
      await pool.query(
        `insert into keepsake_connectors.installations (platform, shop, sealed_tokens, installed_at, reconcile_at, holds_at)
        values ($1, $2, $3, $4, $4, $4)
        on conflict (platform, shop) do update set sealed_tokens = excluded.sealed_tokens,
          installed_at = excluded.installed_at, uninstalled_at = null, reconcile_at = excluded.reconcile_at, failures = 0`,
        [platform, shop, seal.seal(tokens, context("tokens", shop)), at],
      );
    },

    /** Connects the shop with a store of Keepsake, and asks for a reconcile. The same store with a new key goes on where it was;
     *  another one knows nothing yet of what the one before was told. */
    async connect(shop: string, { pid, key, identitySecret }: ConnectedStore, at: Date): Promise<void> {
      await pool.query(
        `with before as (
          select pid from keepsake_connectors.installations where platform = $1 and shop = $2 for update
        ), forgotten as (
          delete from keepsake_connectors.known_variants
          where platform = $1 and shop = $2 and exists (select from before where pid is distinct from $3)
        )
        update keepsake_connectors.installations one set pid = $3, sealed_key = $4, sealed_identity_secret = $5,
          connected_at = case when one.pid = $3 then one.connected_at else $6 end, reconcile_at = $6, holds_at = $6,
          failures = 0, reconciled_from = case when one.pid = $3 then one.reconciled_from end
        from before where platform = $1 and shop = $2`,
        [
          platform,
          shop,
          pid,
          seal.seal(key, context("keepsake-key", shop)),
          identitySecret === undefined ? null : seal.seal(identitySecret, context("identity-secret", shop)),
          at,
        ],
      );
    },

    /** Replaces the platform's tokens, one process at a time: platforms take a refresh token back once its successor is
     *  used. The lock is held during the call, which its timeout bounds. */
    async replaceTokens(shop: string, replace: (tokens: string) => Promise<string | undefined>): Promise<string> {
      const client = await pool.connect();
      try {
        await client.query("begin");
        const { rows } = await client.query<{ sealedTokens: Buffer | null }>(
          `select sealed_tokens as "sealedTokens" from keepsake_connectors.installations
          where platform = $1 and shop = $2 for update`,
          [platform, shop],
        );
        const known = open(rows[0]?.sealedTokens ?? null, "tokens", shop) ?? "";
        const replaced = await replace(known);
        if (replaced !== undefined)
          await client.query(
            "update keepsake_connectors.installations set sealed_tokens = $3 where platform = $1 and shop = $2",
            [platform, shop, seal.seal(replaced, context("tokens", shop))],
          );
        await client.query("commit");
        return replaced ?? known;
      } catch (error) {
        await client.query("rollback").catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    },

    async changeSettings(shop: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
      await pool.query(
        "update keepsake_connectors.installations set settings = settings || $3 where platform = $1 and shop = $2",
        [platform, shop, settings],
      );
    },

    /** The merchant removed the app. A report from before the last installation is late and changes nothing. */
    async uninstall(shop: string, at: Date): Promise<void> {
      await pool.query(
        `update keepsake_connectors.installations set uninstalled_at = $3, sealed_tokens = null
        where platform = $1 and shop = $2 and installed_at <= $3`,
        [platform, shop, at],
      );
    },

    /** Deletes the installation and all that this program knows of the shop, unless it was installed again after `asked`. */
    async remove(shop: string, asked?: Date): Promise<void> {
      await pool.query(
        `with gone as (
          delete from keepsake_connectors.installations
          where platform = $1 and shop = $2 and ($3::timestamptz is null or installed_at <= $3) returning shop
        )
        delete from keepsake_connectors.requests where platform = $1 and shop in (select shop from gone)`,
        [platform, shop, asked ?? null],
      );
    },

    /** Has the next reconcile begin at once, or when the present one ends: hints were lost. */
    async reconcileNow(shop: string, now: Date): Promise<void> {
      await pool.query(
        `update keepsake_connectors.installations
        set reconcile_at = case when reconcile_lease_until > $3 then $3 else least(reconcile_at, $3) end
        where platform = $1 and shop = $2`,
        [platform, shop, now],
      );
    },

    /** Takes the shop whose reconcile is most overdue. Its lease keeps other processes away until then. */
    async claimReconcile(now: Date, leaseUntil: Date): Promise<Shop | undefined> {
      const { rows } = await pool.query<Row>(
        `update keepsake_connectors.installations set reconcile_lease_until = $3
        where (platform, shop) in (
          select platform, shop from keepsake_connectors.installations
          where platform = $1 and reconcile_at <= $2 and pid is not null and uninstalled_at is null
            and (reconcile_lease_until is null or reconcile_lease_until <= $2)
          order by reconcile_at limit 1 for update skip locked)
        returning ${COLUMNS}`,
        [platform, now, leaseUntil],
      );
      return rows[0] && toShop(rows[0]);
    },

    async extendReconcile(shop: string, leaseUntil: Date): Promise<void> {
      await pool.query(
        "update keepsake_connectors.installations set reconcile_lease_until = $3 where platform = $1 and shop = $2",
        [platform, shop, leaseUntil],
      );
    },

    /** `from`: its start, if it ended well. A reconcile that was asked for since its start begins at once, and one of another
     *  store than the shop is connected with now says nothing about how far that one is. */
    async endReconcile(
      shop: string,
      { startedAt, next, from, failures }: { startedAt: Date; next: Date; from: Date | undefined; failures: number },
    ): Promise<void> {
      await pool.query(
        `update keepsake_connectors.installations set reconcile_lease_until = null, failures = $5,
          reconcile_at = case when reconcile_at > $6 then least(reconcile_at, $3) else $3 end,
          reconciled_from = case when connected_at > $6 then reconciled_from else coalesce($4, reconciled_from) end
        where platform = $1 and shop = $2`,
        [platform, shop, next, from, failures, startedAt],
      );
    },

    /** Takes shops whose offers are due to be looked at. */
    async claimHolds(now: Date, leaseUntil: Date, limit: number): Promise<Shop[]> {
      const { rows } = await pool.query<Row>(
        `update keepsake_connectors.installations set holds_at = $3
        where (platform, shop) in (
          select platform, shop from keepsake_connectors.installations
          where platform = $1 and holds_at <= $2 and pid is not null and uninstalled_at is null
          order by holds_at limit $4 for update skip locked)
        returning ${COLUMNS}`,
        [platform, now, leaseUntil, limit],
      );
      return rows.map(toShop);
    },

    async endHolds(shop: string, next: Date): Promise<void> {
      await pool.query("update keepsake_connectors.installations set holds_at = $3 where platform = $1 and shop = $2", [
        platform,
        shop,
        next,
      ]);
    },
  };
}
