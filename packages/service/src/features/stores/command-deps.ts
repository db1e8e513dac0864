import type { Seal } from "../../platform/crypto/seal.ts";
import type { Db } from "../../platform/db/db.ts";
import type { HashSecret } from "./keys/api-key.ts";
import type { StoreCache } from "./store-cache.ts";

export type StoreDeps = {
  readonly db: Db;
  readonly seal: Seal;
  readonly hashSecret: HashSecret;
  readonly stores: StoreCache;
  readonly config: { readonly shards: { readonly first: number; readonly last: number } };
};

/** Opens the database for one command and closes it when the command is done. */
export type WithStoreDeps = <T>(work: (deps: StoreDeps) => Promise<T>) => Promise<T>;
