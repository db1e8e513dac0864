import { join } from "node:path";
import { type EngineName, installMissing } from "./install.ts";
import { type Nats, type NatsOptions, startNats } from "./nats.ts";
import { type Postgres, type PostgresSettings, startPostgres } from "./postgres.ts";
import { type Redis, startRedis } from "./redis.ts";
import { makeScratch } from "./scratch.ts";

export interface Wanted {
  readonly postgres?: boolean | PostgresSettings;
  readonly nats?: boolean | NatsOptions;
  readonly redis?: boolean;
}

type Started<Asked, Handle> = Asked extends true | object ? Handle : undefined;

export interface Engines<W extends Wanted> {
  readonly postgres: Started<W["postgres"], Postgres>;
  readonly nats: Started<W["nats"], Nats>;
  readonly redis: Started<W["redis"], Redis>;
  /** Stops the engines and removes their data. */
  stop(): Promise<void>;
}

/** Starts the engines in parallel, in a new folder. They end with this process at the latest. */
export async function startEngines<const W extends Wanted>(wanted: W): Promise<Engines<W>> {
  const names = (["postgres", "redis"] as const).filter((name) => wanted[name]);
  await installMissing(names);
  const scratch = await makeScratch();
  const dir = (name: EngineName) => join(scratch.folder, name);
  const settings = typeof wanted.postgres === "object" ? wanted.postgres : {};

  const starting = [
    wanted.postgres ? startPostgres({ dir: dir("postgres"), settings }) : undefined,
    wanted.nats ? startNats({ dir: dir("nats"), ...(typeof wanted.nats === "object" ? wanted.nats : {}) }) : undefined,
    wanted.redis ? startRedis({ dir: dir("redis") }) : undefined,
  ] as const;
  const stop = async () => {
    const outcomes = await Promise.allSettled(starting);
    await Promise.all(outcomes.map((outcome) => outcome.status === "fulfilled" && outcome.value?.stop()));
    await scratch.remove();
  };

  try {
    const [postgres, nats, redis] = await Promise.all(starting);
    // The compiler cannot see that exactly the wanted engines were started.
    return { postgres, nats, redis, stop } as Engines<W>;
  } catch (error) {
    await stop();
    throw error;
  }
}
