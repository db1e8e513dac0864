import type { Path } from "../path.ts";
import { runPgbench } from "../pgbench.ts";
import { type ListGround, prepareLists } from "../prepare-lists.ts";
import { FIRST_EPI, VARIANTS } from "../seed-lists.ts";
import { toLua } from "../wrk.ts";

const SHOPPERS = 500_000;
const SHOPPERS_SHORT = 100_000;
const IDS = 250;
const PAGES = 500;

/** The hearts of a page of 250 products, for shoppers with ten lists. */
export const contains: Path = {
  name: "contains",
  bars: { 32: 0.8 },
  async prepare(ground) {
    const lists = await prepareLists(ground, {
      database: "contains",
      shoppers: ground.isShort ? SHOPPERS_SHORT : SHOPPERS,
    });
    const { file, count, stride } = lists.heavy;
    // A shop's pages are the same for everybody: they are written once, or the client would cost more than the service.
    const lua = await lists.write(
      "contains.lua",
      `local pages = {}
for p = 1, ${PAGES} do
  local from, ids = math.random(${VARIANTS - IDS}), {}
  for i = 1, ${IDS} do ids[i] = string.format("%.0f", ${FIRST_EPI} + from + i - 1) end
  pages[p] = "&epis=%5B" .. table.concat(ids, "%2C") .. "%5D"
end
${toLua(
  `
  return wrk.format("POST", "/api/v3/lists/contains", { ["content-type"] = "application/x-www-form-urlencoded" },
    lines[random(#lines)] .. pages[random(#pages)])`,
  file,
)}`,
    );
    const script = await lists.write(
      "contains.sql",
      `\\set n random(1, :credentials) * ${stride}
\\set from random(1, ${VARIANTS - IDS})
${statement(lists)};
`,
    );
    const variables = { credentials: count };
    return {
      service: (clients, seconds) => lists.call(lua, clients, seconds),
      bare: (clients, seconds) => runPgbench({ url: lists.databaseUrl, script, variables, clients, seconds }),
      finish: () => lists.stop(),
    };
  },
};

/** Plain SQL on the items, as somebody without the service would ask; the service reads most of it from the lists' own rows. */
const statement = ({ storeId, firstId }: ListGround) =>
  `select distinct wanted.id, l.public_id
  from lists l join items i on i.list_id = l.id join variants v on v.store_id = i.store_id and v.id = i.variant_id
  join (select (${FIRST_EPI} + :from::bigint + i)::text as id from generate_series(0, ${IDS - 1}) as i) wanted on wanted.id = v.platform_id
  where l.store_id = ${storeId} and l.shopper_id = ${firstId} + :n::bigint and l.status = 1 and l.moved_to is null`
    .replace(/\s+/g, " ")
    .trim();
