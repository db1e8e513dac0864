import type { Path } from "../path.ts";
import { runPgbench } from "../pgbench.ts";
import { type PreparedLists, prepareLists } from "../prepare-lists.ts";
import { psql } from "../psql.ts";
import type { Credentials } from "../seed-lists.ts";
import { toLua } from "../wrk.ts";

const SHOPPERS = 500_000;
const SHOPPERS_SHORT = 100_000;

/** Ten lists of ten items, compared with PostgreSQL building the same JSON. */
export const fetchLists: Path = {
  name: "fetch-lists",
  processes: 2,
  bars: { 32: 2.6 },
  async prepare(context) {
    const lists = await prepareLists(context, {
      database: "fetch_lists",
      shoppers: context.isShort ? SHOPPERS_SHORT : SHOPPERS,
    });
    const lua = await lists.write("fetch.lua", fetches(lists.heavy));
    const script = await lists.write("fetch.sql", bareFetch(lists));
    await checkContents(lists);
    const variables = { credentials: lists.heavy.count };
    return {
      service: (clients, seconds) => lists.call(lua, clients, seconds),
      bare: (clients, seconds) => runPgbench({ url: lists.databaseUrl, script, variables, clients, seconds }),
      finish: () => lists.stop(),
    };
  },
};

export const fetches = ({ file }: Credentials) =>
  toLua(
    `
  return wrk.format("POST", "/api/v3/lists/fetch-lists", { ["content-type"] = "application/x-www-form-urlencoded" },
    lines[random(#lines)])`,
    file,
  );

export const bareFetch = (lists: PreparedLists) =>
  `\\set n random(1, :credentials) * ${lists.heavy.stride}\n${statement(lists, ":n::bigint")};\n`;

const OWNER = `'di', 'b6YQeBkQmVn0yqNnqzqzLw', 'uby', s.email, '_pkey', '', '_t', 0`;
const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`;

const statement = ({ storeId, firstId, pid }: PreparedLists, shopper: string) =>
  `
  select json_agg(json_build_object('lid', l.public_id, 'id', l.public_id, 'lty', l.type, 'cnt', l.count, 'st', l.status,
    'anonRead', l.is_public, '_cp', l.is_copying, 'cts', ${ms("l.created_at")}, 'uts', ${ms("l.updated_at")},
    'itemcmnts', 0, 'lhash', md5(l.type || ':' || l.name), 'lname', l.name, 'lnote', l.note,
    'lprops', coalesce(l.extras -> 'properties', '{}'), 'cprops', json_build_object(), 'ldesc', coalesce(l.extras -> 'description', '{}'),
    ${OWNER}, 'cby', s.email, 'cfor', null, 'uid', s.regid, 'pid', '${pid}',
    'userinfo', json_build_object('em', s.email, 'fname', '', 'lname', '', 'uid', s.regid, 'pid', '${pid}', 'm', null, 'sw_mkt', null,
      'ut', null, 'acc_mkt', false, 'extags', '[]'::json, 'prefs', '{}'::json, 'pd', '{}'::json),
    'listcontents', (
      select json_agg(json_build_object('epi', v.platform_id::bigint, 'empi', v.product_id::bigint, 'bt', v.product -> 'brand', 'dt', v.product -> 'title',
        'sku', v.product -> 'sku', 'du', v.product -> 'url', 'iu', v.product -> 'imageUrl', 'pr', v.product -> 'price', 'vi', v.product -> 'variantTitle',
        'pid', left(md5(v.product_id), 22), 'note', null, 'cprops', '{}'::json, 'lbls', '[]'::json, 'qty', i.quantity,
        'cts', ${ms("i.added_at")}, 'uts', ${ms("i.added_at")} + i.updated_after * 1000::bigint, '_av', i.flags & 4 <> 0, 'lid', l.public_id,
        'id', l.public_id || ':' || i.variant_id, ${OWNER}) order by i.added_at desc)
      from items i join variants v on v.store_id = i.store_id and v.id = i.variant_id where i.list_id = l.id
    )) order by l.created_at)
  from lists l join shoppers s on s.store_id = l.store_id and s.id = l.shopper_id
  where l.store_id = ${storeId} and l.shopper_id = ${firstId} + ${shopper} and l.moved_to is null and l.status = 1`
    .replace(/\s+/g, " ")
    .trim();

/** Throws when the bare statement does not return ten lists of ten items. */
async function checkContents(lists: PreparedLists) {
  const bare = await psql(lists.databaseUrl, statement(lists, `${lists.heavy.stride}`));
  const parsed = JSON.parse(bare) as { listcontents: unknown[] }[];
  const items = parsed.flatMap((list) => list.listcontents).length;
  if (parsed.length !== 10 || items !== 100)
    throw new Error(`The bare statement returned ${parsed.length} lists with ${items} items, not 10 with 100`);
}
