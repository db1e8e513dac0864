import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "@medusajs/framework/types";
import { createHealth, createKeepsake, type Health, type Keepsake } from "keepsake-connector";
import { type KeepsakeOptions, readOptions } from "./options";

// The build is in .medusa/server/src/modules/keepsake.
const MANIFEST = join(__dirname, "..", "..", "..", "..", "..", "package.json");
const { version } = JSON.parse(readFileSync(MANIFEST, "utf8")) as { version: string };

/** The connection to Keepsake, which all parts of this plugin share. */
export default class KeepsakeService {
  readonly options: KeepsakeOptions;
  readonly calls: Keepsake;
  readonly health: Health;
  readonly log: (message: string) => void;
  /** When the last reconcile that succeeded began. Lost at a restart: then the next one reads the orders of two weeks. */
  reconciledFrom: number | undefined;
  private isAnnounced = false;

  constructor({ logger }: { logger: Logger }, options?: Partial<KeepsakeOptions>) {
    this.options = readOptions(options);
    const { url, pid, key, shop, claimUrl } = this.options;
    this.log = (message) => logger.warn(`Keepsake: ${message}`);
    this.calls = createKeepsake({ url, pid, key, name: "medusa", version, log: this.log });
    const about = { reserves: claimUrl !== undefined, ...(shop === undefined ? {} : { shop }) };
    this.health = createHealth({ keepsake: this.calls, about, log: this.log });
  }

  /** Says once that this connector runs, and whether it makes reservations. */
  async announce() {
    if (this.isAnnounced) return;
    this.isAnnounced = true;
    await this.health.start();
  }
}
