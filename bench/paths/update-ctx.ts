import { ADD } from "../../packages/service/src/features/lists/items/sql.ts";
import type { Path } from "../path.ts";
import { runPgbench, toScript } from "../pgbench.ts";
import { type PreparedLists, prepareLists } from "../prepare-lists.ts";
import { psql } from "../psql.ts";
import { type Credentials, FIRST_EPI, firstListOf, lidOf, VARIANTS } from "../seed-lists.ts";
import { toLua } from "../wrk.ts";

const SHOPPERS = 100_000;
const SHOPPERS_SHORT = 20_000;
/** The defaults of a store. */
const RULES = { itemsMax: 1_000, previewItems: 24 };

/** Adds one item of the catalogue to one of many lists. */
export const updateCtx: Path = {
  name: "update-ctx",
  bars: { 32: 1.1, 128: 1.6 },
  async prepare(context) {
    const lists = await prepareLists(context, {
      database: "update_ctx",
      shoppers: context.isShort ? SHOPPERS_SHORT : SHOPPERS,
    });
    const lua = await lists.write("add.lua", additions(lists.allShoppers));
    const script = await lists.write("add.sql", bareAddition(lists));
    const variables = { credentials: lists.allShoppers.count };
    const countEvents = () => psql(lists.databaseUrl, "select count(*) from outbox").then(Number);
    const eventsBefore = await countEvents();
    let calls = 0;
    let uncertain = 0;
    return {
      async service(clients, seconds) {
        const sample = await lists.call(lua, clients, seconds);
        calls += sample.calls;
        uncertain += sample.uncertain;
        return sample;
      },
      async bare(clients, seconds) {
        const sample = await runPgbench({ url: lists.databaseUrl, script, variables, clients, seconds });
        calls += sample.calls;
        return sample;
      },
      // Each addition writes one event. Calls that wrk did not see answered may have written one, too.
      async finish() {
        await lists.stop();
        const stored = (await countEvents()) - eventsBefore;
        if (stored < calls || stored > calls + uncertain)
          throw new Error(`${calls} to ${calls + uncertain} additions were made, but ${stored} were stored`);
      },
    };
  },
};

/** `variant` is Lua code for a number from 0. */
export const additions = ({ file }: Credentials, variant = `random(${VARIANTS}) - 1`) =>
  toLua(
    `
  local variant = ${variant}
  local item = string.format("%%5B%%7B%%22epi%%22%%3A%.0f%%2C%%22empi%%22%%3A%.0f%%2C%%22du%%22%%3A%%22https%%3A%%2F%%2Fshop.example.com%%2Fproducts%%2Fmerino%%22%%7D%%5D",
    ${FIRST_EPI} + variant, 71000000000000 + math.floor(variant / 4))
  return wrk.format("POST", "/api/v3/lists/update-ctx", { ["content-type"] = "application/x-www-form-urlencoded" },
    lines[random(#lines)] .. "&a=" .. item)`,
    file,
  );

/** The same addition as a bare statement. pgbench draws the random numbers. */
export const bareAddition = ({ storeId, firstId, allShoppers }: PreparedLists) =>
  toScript(
    ADD,
    [
      `array[${storeId}]`,
      `array[${lidOf(firstListOf(":n::bigint"))}]`,
      `array[${firstId} + :n::bigint]`,
      `array[${RULES.itemsMax - 1}]`,
      `array[${RULES.previewItems}]`,
      "array[1]",
      `array[${firstId} + :v::bigint]`,
      "array[:v::text]",
      "array[null::smallint]",
      "array[3]",
      "array[null::jsonb]",
    ],
    [`\\set n random(1, :credentials) * ${allShoppers.stride}`, `\\set v random(0, ${VARIANTS - 1})`],
  );
