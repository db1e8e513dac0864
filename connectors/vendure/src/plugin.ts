import { PluginCommonModule, type RuntimeVendureConfig, type Type, VendurePlugin } from "@vendure/core";
import { ClaimResolver, claimSchema } from "./holds/claim.resolver";
import { KeepsakeHold } from "./holds/hold.entity";
import { HoldService } from "./holds/hold.service";
import { createHoldOrderProcess } from "./holds/hold-order-process";
import { HoldStockStrategy } from "./holds/hold-stock-strategy";
import { HoldPoller } from "./holds/poll-holds";
import { KeepsakeService } from "./keepsake.service";
import { KeepsakeLocation } from "./known-location.entity";
import { KnownLocations } from "./known-locations";
import { KEEPSAKE_OPTIONS, type KeepsakeOptions } from "./options";
import { PublicIds } from "./public-ids";
import { CatalogReader } from "./read-catalog";
import { OrderReader } from "./read-order";
import { StockReader } from "./read-stock";
import { createReconcileTask, Reconciler } from "./reconcile";
import { ChangeReporter } from "./report-change";
import { ChangeWatcher } from "./watch-changes";

export type { KeepsakeOptions } from "./options";

/** Connects a Vendure shop to a store of Keepsake. */
@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: "^3.7.0",
  entities: [KeepsakeHold, KeepsakeLocation],
  providers: [
    { provide: KEEPSAKE_OPTIONS, useFactory: () => KeepsakePlugin.options },
    KeepsakeService,
    PublicIds,
    KnownLocations,
    StockReader,
    CatalogReader,
    OrderReader,
    ChangeReporter,
    ChangeWatcher,
    Reconciler,
    HoldService,
    HoldPoller,
  ],
  shopApiExtensions: { schema: claimSchema, resolvers: [ClaimResolver] },
  configuration: (config) => KeepsakePlugin.configure(config),
})
export class KeepsakePlugin {
  static options: KeepsakeOptions;

  static init(options: KeepsakeOptions): Type<KeepsakePlugin> {
    for (const name of ["url", "pid", "key", "productUrl"] as const)
      if (!options[name]) throw new Error(`vendure-plugin-keepsake: the option ${name} is missing`);
    KeepsakePlugin.options = options;
    return KeepsakePlugin;
  }

  static configure(config: RuntimeVendureConfig): RuntimeVendureConfig {
    const { catalogOptions, orderOptions, schedulerOptions } = config;
    schedulerOptions.tasks = [...(schedulerOptions.tasks ?? []), createReconcileTask(KeepsakePlugin.options.reconcile)];
    catalogOptions.stockLocationStrategy = new HoldStockStrategy(catalogOptions.stockLocationStrategy);
    orderOptions.process = [createHoldOrderProcess(), ...orderOptions.process];
    return config;
  }
}
