import type { Db } from "../../platform/db/db.ts";
import { jsonOrForm } from "../../platform/http/wire.ts";
import type { VariantCache } from "../catalog/variants/variant-cache.ts";
import type { Change } from "../stores/access/change.ts";
import type { RequireScope } from "../stores/access/require-scope.ts";

// Shared by the routes for the merchant's server and dashboard.

export type AlertRouteDeps = {
  readonly db: Db;
  readonly variants: VariantCache;
  readonly requireScope: RequireScope;
  readonly change: Change;
};

export const keyedCall = { tags: ["Alerts"], security: [{ storeKey: [] }], consumes: jsonOrForm };
