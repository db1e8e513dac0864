import type { Pool } from "pg";
import { type Logger, pino } from "pino";
import { createHostedApp, type HostedApp } from "./app.ts";
import type { HostedConfig } from "./config.ts";
import { createPool, migrate } from "./database.ts";
import { createInstallations, type Installations } from "./installations.ts";
import type { Platform } from "./platform.ts";
import { createRequests, type Requests } from "./requests.ts";
import { resealAll } from "./reseal.ts";
import { createReservations, type Reservations } from "./reservations.ts";
import { createSeal } from "./seal.ts";
import { createServer, type Server } from "./server.ts";
import { createTickets, type Tickets } from "./tickets.ts";

export type { Logger };

/** What the code of a platform gets. */
export type PlatformDeps = {
  readonly config: HostedConfig;
  readonly log: Logger;
  readonly clock: () => number;
  readonly installations: Installations;
  readonly reservations: Reservations;
  readonly requests: Requests;
};
export type OpenApp = PlatformDeps & {
  readonly app: HostedApp;
  readonly server: Server;
  readonly tickets: Tickets;
  readonly pool: Pool;
  close(): Promise<void>;
};

/** Opens the database, brings it to this version, and puts the app of one platform together. Nothing runs or listens yet. */
export async function openApp(
  config: HostedConfig,
  name: string,
  createPlatform: (deps: PlatformDeps) => Platform,
  { clock = Date.now, log = createLog(config.logLevel) }: { clock?: () => number; log?: Logger } = {},
): Promise<OpenApp> {
  const pool = createPool(config.databaseUrl);
  const seal = createSeal(config.secrets);
  try {
    await migrate(pool);
    await resealAll({ pool, seal, platform: name });
  } catch (error) {
    await pool.end();
    throw error;
  }
  const stored = { pool, seal, platform: name };
  const platformDeps: PlatformDeps = {
    config,
    log,
    clock,
    installations: createInstallations(stored),
    reservations: createReservations(stored),
    requests: createRequests(stored),
  };
  const app = createHostedApp({ ...platformDeps, pool, platform: createPlatform(platformDeps) });
  const server = createServer({ log, pool });
  return {
    ...platformDeps,
    app,
    server,
    pool,
    tickets: createTickets({ secrets: config.secrets, clock }),
    async close() {
      await server.close();
      await app.stop();
      await pool.end();
    },
  };
}

/** Errors are logged with their message and stack alone: PostgreSQL adds whole rows to its own. */
const createLog = (level: string): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: ({ name, message, stack }: Error) => ({ name, message, stack }),
    },
  });
