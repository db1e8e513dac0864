import { SEEN_BY_EPI } from "../../packages/service/src/features/lists/sql.ts";
import type { Path } from "../path.ts";
import { runPgbench, toScript } from "../pgbench.ts";
import { prepareLists } from "../prepare-lists.ts";
import { FIRST_EPI, VARIANTS } from "../seed-lists.ts";
import { toLua } from "../wrk.ts";

const SHOPPERS = 500_000;
const SHOPPERS_SHORT = 100_000;
const IDS = 250;

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
    const lua = await lists.write(
      "contains.lua",
      toLua(
        `
  local from, ids = random(${VARIANTS - IDS}), {}
  for i = 1, ${IDS} do ids[i] = string.format("%.0f", ${FIRST_EPI} + from + i - 1) end
  return wrk.format("POST", "/api/v3/lists/contains", { ["content-type"] = "application/x-www-form-urlencoded" },
    lines[random(#lines)] .. "&epis=%5B" .. table.concat(ids, "%2C") .. "%5D")`,
        file,
      ),
    );
    const many = `generate_series(0, ${IDS - 1}) as i`;
    const script = await lists.write(
      "contains.sql",
      toScript(
        SEEN_BY_EPI,
        [
          "array[0]",
          `array[${lists.storeId}]`,
          `array[${lists.firstId} + :n::bigint]`,
          `array(select 0 from ${many})`,
          `array(select (${FIRST_EPI} + :from::bigint + i)::text from ${many})`,
        ],
        [`\\set n random(1, :credentials) * ${stride}`, `\\set from random(1, ${VARIANTS - IDS})`],
      ),
    );
    const variables = { credentials: count };
    return {
      service: (clients, seconds) => lists.call(lua, clients, seconds),
      bare: (clients, seconds) => runPgbench({ url: lists.databaseUrl, script, variables, clients, seconds }),
      finish: () => lists.stop(),
    };
  },
};
