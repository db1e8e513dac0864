import { Client, type QueryResultRow } from "pg";
import type { Runner } from "../../packages/service/src/platform/db/db.ts";

export type Connection = {
  /** Runs a statement, prepared once, and returns its rows as text. */
  run(text: string, values?: readonly unknown[]): Promise<string[][]>;
  /** Runs statements of the service, whose values also stay text. */
  readonly runner: Runner;
  close(): Promise<void>;
};

/** Values stay text, so that the bench measures PostgreSQL and not how fast Node parses. */
const AS_TEXT = { getTypeParser: () => (value: string) => value };

/** `name` becomes the application_name, by which the bench adds up CPU time. */
export async function connect(
  url: string,
  name: "writer" | "ticker" | "reader" | "probe",
  settings: Readonly<Record<string, string>> = {},
): Promise<Connection> {
  const options = Object.entries(settings).map(([setting, value]) => `-c ${setting}=${value}`);
  const client = new Client({ connectionString: url, application_name: name, options: options.join(" ") });
  // When a slice fails, PostgreSQL stops before this connection is closed. The failure must not be hidden by that.
  client.on("error", () => {});
  await client.connect();
  const names = new Map<string, string>();
  return {
    async run(text, values = []) {
      const prepared = names.get(text) ?? `s${names.size}`;
      names.set(text, prepared);
      const query = { name: prepared, text, values: [...values], rowMode: "array" as const, types: AS_TEXT };
      return (await client.query<string[]>(query)).rows;
    },
    runner: {
      run: async <Row extends object>(statement: { name: string; text: string }, values: unknown[]) =>
        (await client.query<Row & QueryResultRow>({ ...statement, values, types: AS_TEXT })).rows,
    },
    close: () => client.end(),
  };
}
