import { readFile } from "node:fs/promises";
import { psql } from "../psql.ts";
import { connect } from "./connect.ts";
import { type EventLog, type EventRow, PAYLOAD, READERS } from "./event-log.ts";
import { runTicker } from "./run-ticker.ts";

const PAGE = 5_000;
/** With these, a statement that was planned on small tables stays right on large ones. */
const SETTINGS = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
};

/** One sequencer stamps a position onto every event; readers read by position. */
export const stamped: EventLog = {
  async prepare(url) {
    await psql(url, await readFile(new URL("./stamped.sql", import.meta.url), "utf8"));
    await psql(url, `insert into readers select reader, 0 from generate_series(0, ${READERS - 1}) reader`);
  },

  async openWriter(url) {
    const connection = await connect(url, "writer", SETTINGS);
    const text = `insert into events (store_id, subject, payload)
      select store, $1, ${PAYLOAD} from unnest($2::bigint[]) store`;
    return {
      call: async (subject, stores) => void (await connection.run(text, [subject, stores])),
      close: connection.close,
    };
  },

  async startTicker(url) {
    const connection = await connect(url, "ticker");
    return runTicker(() => connection.run("select stamp_events()"), connection.close);
  },

  async openReader(url, reader) {
    const connection = await connect(url, "reader", SETTINGS);
    const { run } = connection;
    let [[position] = []] = await run("select position from readers where reader = $1", [reader]);
    return {
      async call() {
        const rows = await run(
          `select id, subject, store_id, payload, position
           from stamped join events on id = event_id
           where position > $1 order by position limit ${PAGE}`,
          [position],
        );
        if (rows.length === 0) return [];
        position = rows.at(-1)?.[4];
        await run("update readers set position = $2 where reader = $1", [reader, position]);
        return rows as unknown as EventRow[];
      },
      close: connection.close,
    };
  },
};
