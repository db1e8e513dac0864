import type { Postgres } from "../engines/postgres.ts";
import type { BareSample } from "./pgbench.ts";
import type { HttpSample } from "./wrk.ts";

/** Shared by all measurements of a run. */
export type BenchContext = {
  readonly postgres: Postgres;
  readonly folder: string;
  readonly isShort: boolean;
  /** How many API processes serve the calls of a path. */
  readonly processes?: number | undefined;
};

export type Sides = {
  /** Loads the service and returns what its callers measured. */
  service(clients: number, seconds: number): Promise<HttpSample>;
  /** The same work as bare statements. */
  bare(clients: number, seconds: number): Promise<BareSample>;
  /** Throws when a side did not do the work that it was timed for. */
  finish(): Promise<void>;
};

/** One call of the service that is compared with bare statements. */
export type Path = {
  readonly name: string;
  /** For each number of clients, the ratio service/bare that must be reached. */
  readonly bars: Readonly<Record<number, number>>;
  /** The number of API processes that serves this path best. */
  readonly processes?: number;
  prepare(context: BenchContext): Promise<Sides>;
};
