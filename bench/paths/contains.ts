import type { Path } from "../path.ts";
import { runPgbench } from "../pgbench.ts";
import { type PreparedLists, prepareLists } from "../prepare-lists.ts";
import { type Credentials, FIRST_EPI, VARIANTS } from "../seed-lists.ts";
import { toLua } from "../wrk.ts";

const SHOPPERS = 500_000;
const SHOPPERS_SHORT = 100_000;
const IDS = 250;
const PAGES = 500;

/** Which of the 250 products of a page a shopper with ten lists has saved. */
export const contains: Path = {
  name: "contains",
  bars: { 32: 0.8 },
  async prepare(context) {
    const lists = await prepareLists(context, {
      database: "contains",
      shoppers: context.isShort ? SHOPPERS_SHORT : SHOPPERS,
    });
    const { count, stride } = lists.heavy;
    const lua = await lists.write("contains.lua", checks(lists.heavy));
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

/** The pages are built once for all requests; otherwise the load generator would use more CPU than the service. */
export const checks = ({ file }: Credentials) => `local pages = {}
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
)}`;

/** Plain SQL on the items, as one would write without the service, which reads most of it from the lists' own rows. */
const statement = ({ storeId, firstId }: PreparedLists) =>
  `select distinct wanted.id, l.public_id
  from lists l join items i on i.list_id = l.id join variants v on v.store_id = i.store_id and v.id = i.variant_id
  join (select (${FIRST_EPI} + :from::bigint + i)::text as id from generate_series(0, ${IDS - 1}) as i) wanted on wanted.id = v.platform_id
  where l.store_id = ${storeId} and l.shopper_id = ${firstId} + :n::bigint and l.status = 1 and l.moved_to is null`
    .replace(/\s+/g, " ")
    .trim();
