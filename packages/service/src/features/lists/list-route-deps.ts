import type { WithIdempotencyKey } from "../../platform/http/idempotency-key.ts";
import type { Limits } from "../../platform/http/limits.ts";
import type { TakeTurns } from "../../platform/take-turns.ts";
import type { CanSend } from "../stores/store.ts";
import type { StoreCache } from "../stores/store-cache.ts";
import type { ChangeItemsDeps } from "./items/change-items.ts";
import type { FindSavedProducts } from "./reading/find-saved-products.ts";
import type { ListLoader } from "./reading/list-loader.ts";

/** What the routes of this feature get from the composition root. */
export type ListRouteDeps = ChangeItemsDeps & {
  readonly loader: ListLoader;
  readonly findSavedProducts: FindSavedProducts;
  readonly stores: StoreCache;
  readonly limits: Limits;
  readonly withIdempotencyKey: WithIdempotencyKey;
  /** Lets the writes of one shopper wait for each other. */
  readonly inTurn: TakeTurns;
  readonly canMail: CanSend;
};
