import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Inject, Injectable, type OnApplicationShutdown } from "@nestjs/common";
import { Logger } from "@vendure/core";
import { createHealth, createKeepsake, type Health, type Keepsake } from "keepsake-connector";
import { KEEPSAKE_OPTIONS, type KeepsakeOptions, LOGGER_CONTEXT } from "./options";

const { version } = JSON.parse(readFileSync(join(__dirname, "..", "package.json"), "utf8")) as { version: string };

/** The connection to Keepsake, which all parts of this plugin share. */
@Injectable()
export class KeepsakeService implements OnApplicationShutdown {
  readonly calls: Keepsake;
  readonly health: Health;

  constructor(@Inject(KEEPSAKE_OPTIONS) { url, pid, key, shop, claimUrl }: KeepsakeOptions) {
    const log = (message: string) => Logger.warn(message, LOGGER_CONTEXT);
    this.calls = createKeepsake({ url, pid, key, name: "vendure", version, log });
    const about = { reserves: claimUrl !== undefined, ...(shop === undefined ? {} : { shop }) };
    this.health = createHealth({ keepsake: this.calls, about, log });
  }

  onApplicationShutdown() {
    this.health.stop();
  }
}
