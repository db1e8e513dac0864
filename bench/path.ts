import type { Postgres } from "../engines/postgres.ts";
import type { BareSample } from "./pgbench.ts";
import type { HttpSample } from "./wrk.ts";

/** What a run stands on. */
export type Ground = { readonly postgres: Postgres; readonly folder: string; readonly isShort: boolean };

export type Sides = {
  /** The load on the service, and what its callers saw. */
  service(clients: number, seconds: number): Promise<HttpSample>;
  /** The same work as bare statements. */
  bare(clients: number, seconds: number): Promise<BareSample>;
  /** Throws where one side did not do the work it was timed for. */
  finish(): Promise<void>;
};

/** One path of the service to hold against the bare engine. */
export type Path = {
  readonly name: string;
  /** Client counts, and the ratio service/bare that each must reach. */
  readonly bars: Readonly<Record<number, number>>;
  prepare(ground: Ground): Promise<Sides>;
};
