import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getProgram, installMissing } from "../../engines/install.ts";
import { ownProcess } from "../../engines/owned.ts";
import { findServerUser } from "../../engines/postgres.ts";
import { findProcess } from "../../engines/processes.ts";
import { psql } from "../psql.ts";
import { connect } from "./connect.ts";
import { type EventLog, type EventRow, PAYLOAD, READERS, TICK_MS } from "./event-log.ts";

const QUEUE = "events";

/** PgQ 3.5 with its own daemon. Its default is a tick every 3 seconds; here it ticks as often as we do. */
export function createPgq(folder: string): EventLog {
  return {
    async prepare(url) {
      await installMissing(["pgq", "pgqd"]);
      const readers = Array.from({ length: READERS }, (_, reader) => nameOf(reader));
      await psql(
        url,
        "create extension pgq",
        `select pgq.create_queue('${QUEUE}')`,
        `select pgq.set_queue_config('${QUEUE}', 'ticker_max_lag', '${TICK_MS / 2} milliseconds')`,
        `select pgq.set_queue_config('${QUEUE}', 'ticker_idle_period', '${TICK_MS} milliseconds')`,
        ...readers.map((reader) => `select pgq.register_consumer('${QUEUE}', '${reader}')`),
      );
    },

    async openWriter(url) {
      const connection = await connect(url, "writer");
      const text = `select count(pgq.insert_event('${QUEUE}', $1, (${PAYLOAD})::text, store::text, null, null, null))
        from unnest($2::bigint[]) store`;
      return {
        call: async (subject, stores) => void (await connection.run(text, [subject, stores])),
        close: connection.close,
      };
    },

    async startTicker(url) {
      const { hostname, port, username, pathname } = new URL(url);
      const database = pathname.slice(1);
      const user = await findServerUser();
      const dir = await mkdtemp(join(folder, "pgqd-"));
      if (user) await chown(dir, user.uid, user.gid);
      const file = join(dir, "pgqd.ini");
      const settings = {
        logfile: join(dir, "log"),
        pidfile: join(dir, "pid"),
        base_connstr: `host=${hostname} port=${port} user=${username} application_name=ticker`,
        initial_database: database,
        database_list: database,
        syslog: 0,
        ticker_period: TICK_MS / 1_000,
      };
      const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
      await writeFile(file, `[pgqd]\n${lines.join("")}`);
      const child = spawn(await getProgram("pgqd"), ["-q", file], { stdio: "ignore", ...user });
      await once(child, "spawn");
      const exited = once(child, "exit");
      const id = child.pid === undefined ? undefined : findProcess(child.pid);
      if (!id) throw new Error(`pgqd ended at once. Its log is ${settings.logfile}`);
      const disown = ownProcess(id, "SIGTERM");
      return {
        async close() {
          child.kill("SIGTERM");
          await exited;
          disown();
        },
      };
    },

    async openReader(url, reader) {
      const connection = await connect(url, "reader");
      const { run } = connection;
      const name = nameOf(reader);
      return {
        async call() {
          const [[batch] = []] = await run("select pgq.next_batch($1, $2)", [QUEUE, name]);
          if (!batch) return [];
          const rows = await run("select ev_id, ev_type, ev_extra1, ev_data from pgq.get_batch_events($1)", [batch]);
          await run("select pgq.finish_batch($1)", [batch]);
          return rows as unknown as EventRow[];
        },
        close: connection.close,
      };
    },
  };
}

const nameOf = (reader: number) => `reader${reader}`;
