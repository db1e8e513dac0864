import { hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { accountRegid, formatRegid } from "../packages/service/src/features/shoppers/regid.ts";
import { mintSession } from "../packages/service/src/features/shoppers/sessions/session-token.ts";
import type { Store } from "../packages/service/src/features/stores/store.ts";
import { copyInto, psql } from "./psql.ts";
import { emailOf, firstIdOf } from "./seed-shoppers.ts";

// Shopper n has lists n * 16 + 0, 1, …: one of 4 items, or, if n is a multiple of 100, ten of 10 items.
export const VARIANTS = 10_000;
export const HEAVY_EVERY = 100;
export const LISTS_PER_SHOPPER = 16;
const HEAVY = { lists: 10, items: 10 };
const LIGHT = { lists: 1, items: 4 };
/** The first variant id: 14 digits, as shop platforms use. */
export const FIRST_EPI = 41_000_000_000_000;
const FIRST_EMPI = 71_000_000_000_000;
const VARIANTS_PER_PRODUCT = 4;
/** Both ids were sent as numbers. */
const FLAGS = 3;
const PACKED = 1 + FLAGS * 65_536;
/** With more credentials, random access would not touch more pages. */
const CREDENTIALS_MAX = 100_000;

export const countItems = (shoppers: number) => {
  const heavy = Math.floor(shoppers / HEAVY_EVERY);
  return heavy * HEAVY.lists * HEAVY.items + (shoppers - heavy) * LIGHT.lists * LIGHT.items;
};

/** The nth credential belongs to shopper n * stride. */
export type Credentials = { readonly file: string; readonly count: number; readonly stride: number };
export type SeededLists = {
  readonly firstId: bigint;
  /** A sample of all shoppers. */
  readonly allShoppers: Credentials;
  /** The shoppers with ten lists of ten items. */
  readonly heavy: Credentials;
};

/** Fills a store with variants, shoppers and lists, and creates sessions for a sample of the shoppers. */
export async function seedLists(
  url: string,
  store: Store,
  options: { shoppers: number; folder: string; name: string },
): Promise<SeededLists> {
  const { shoppers, folder, name } = options;
  const firstId = firstIdOf(store.id);
  const stride = Math.max(1, Math.ceil(shoppers / CREDENTIALS_MAX));
  const allShoppers = { count: Math.floor(shoppers / stride), stride };
  const heavy = { count: Math.floor(shoppers / HEAVY_EVERY), stride: HEAVY_EVERY };
  const isKnown = (n: string) => `(${n} % ${stride} = 0 or ${n} % ${HEAVY_EVERY} = 0)`;

  await psql(url, "set session_replication_role = replica", insertVariants(store.id, firstId));
  const known = knownShoppers(shoppers, stride);
  await copyInto(url, "shoppers (id, store_id, regid, email)", shopperRows(store, firstId, known));
  await psql(
    url,
    "set session_replication_role = replica",
    `insert into shoppers (id, store_id, regid, email)
     select ${firstId} + n, ${store.id}, md5(n::text)::uuid, 'shopper-' || n || '@example.com'
     from generate_series(1::bigint, ${shoppers}) as n where not ${isKnown("n")}`,
  );
  const isHeavy = `n % ${HEAVY_EVERY} = 0`;
  await psql(
    url,
    "set session_replication_role = replica",
    "set maintenance_work_mem = '1GB'",
    "drop index lists_by_public_id",
    "alter table items drop constraint items_pkey",
    insertLists(store.id, firstId, shoppers, LIGHT, `not (${isHeavy})`),
    insertLists(store.id, firstId, shoppers, HEAVY, isHeavy),
    insertItems(store.id, firstId, shoppers, LIGHT, `not (${isHeavy})`),
    insertItems(store.id, firstId, shoppers, HEAVY, isHeavy),
    "create unique index lists_by_public_id on lists (public_id)",
    "alter table items add primary key (list_id, variant_id)",
    "vacuum (analyze, freeze) shoppers, lists, items, variants",
    "checkpoint",
  );
  const write = async (kind: string, { count, stride: step }: Omit<Credentials, "file">): Promise<Credentials> => {
    const file = join(folder, `${name}-${kind}.txt`);
    const lines = Array.from({ length: count }, (_, index) => {
      const n = (index + 1) * step;
      const regid = accountRegid(store, emailOf(n));
      const sessionid = mintSession(store, regid, 0, Date.now());
      return `pid=${encodeURIComponent(store.pid)}&regid=${formatRegid(regid)}&sessionid=${sessionid}&lid=${firstLidOf(n)}`;
    });
    await writeFile(file, `${lines.join("\n")}\n`);
    return { file, count, stride: step };
  };
  return { firstId, allShoppers: await write("all", allShoppers), heavy: await write("heavy", heavy) };
}

/** SQL for the lid of a list by its number. Its order is random, as in production. */
export const lidOf = (list: string) => `md5('list-' || (${list})::text)::uuid`;

/** SQL for the number of a shopper's first list, for `lidOf`. */
export const firstListOf = (shopper: string) => `${shopper} * ${LISTS_PER_SHOPPER}`;

/** The lid of a shopper's first list. */
export const firstLidOf = (shopper: number) =>
  hash("md5", `list-${shopper * LISTS_PER_SHOPPER}`).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

function* knownShoppers(shoppers: number, stride: number) {
  for (let n = 1; n <= shoppers; n += 1) if (n % stride === 0 || n % HEAVY_EVERY === 0) yield n;
}

function* shopperRows(store: Store, firstId: bigint, known: Iterable<number>) {
  for (const n of known) {
    const email = emailOf(n);
    yield `${firstId + BigInt(n)}\t${store.id}\t${accountRegid(store, email)}\t${email}\n`;
  }
}

const insertVariants = (storeId: number, firstId: bigint) => `
  insert into variants (id, store_id, platform_id, product_id, product)
  select ${firstId} + v, ${storeId}, (${FIRST_EPI} + v)::text, (${FIRST_EMPI} + v / ${VARIANTS_PER_PRODUCT})::text,
    jsonb_build_object(
      'brand', 'Northern Outfitters', 'title', 'Merino base layer, long sleeve, model ' || v / ${VARIANTS_PER_PRODUCT},
      'sku', 'NO-MER-' || v, 'url', 'https://shop.example.com/products/merino-base-layer-' || v / ${VARIANTS_PER_PRODUCT},
      'variantUrl', 'https://shop.example.com/products/merino-base-layer-' || v / ${VARIANTS_PER_PRODUCT} || '?variant=' || ${FIRST_EPI} + v,
      'imageUrl', 'https://cdn.shop.example.com/files/merino-base-layer-' || v || '_1024x1024.jpg?v=1718000000',
      'price', 79.95, 'stock', v % 40, 'variantTitle', 'Forest green / M')
  from generate_series(0, ${VARIANTS - 1}) as v`;

type Shape = { readonly lists: number; readonly items: number };

/** SQL for the ith item of list k of shopper n. No variant is twice on a list. */
const variantOf = (firstId: bigint, i: number | string) =>
  `${firstId} + (n * 7919 + k * 613 + ${i} * 97) % ${VARIANTS}`;
const addedMs = (i: number | string) => `(1760000000000 + n % 1000000 * 1000 + ${i} * 86400000)`;

const insertLists = (storeId: number, firstId: bigint, shoppers: number, { lists, items }: Shape, which: string) => `
  insert into lists (id, store_id, shopper_id, public_id, name, count, preview)
  select ${firstId} + n * ${LISTS_PER_SHOPPER} + k, ${storeId}, ${firstId} + n, ${lidOf(`n * ${LISTS_PER_SHOPPER} + k`)},
    'My wishlist ' || k, ${items},
    array[${Array.from({ length: items }, (_, index) => items - 1 - index)
      .map((i) => `${variantOf(firstId, i)}, ${addedMs(i)}, ${PACKED}`)
      .join(", ")}]
  from generate_series(1::bigint, ${shoppers}) as n, generate_series(0::bigint, ${lists - 1}) as k where ${which}`;

/** Ordered by item number, so that the items of one list are stored far apart, as when shoppers add them over weeks. */
const insertItems = (storeId: number, firstId: bigint, shoppers: number, { lists, items }: Shape, which: string) => `
  insert into items (list_id, variant_id, added_at, store_id, flags)
  select ${firstId} + n * ${LISTS_PER_SHOPPER} + k, ${variantOf(firstId, "i")}, to_timestamp(${addedMs("i")} / 1000), ${storeId}, ${FLAGS}
  from generate_series(0::bigint, ${items - 1}) as i, generate_series(1::bigint, ${shoppers}) as n, generate_series(0::bigint, ${lists - 1}) as k
  where ${which}`;
