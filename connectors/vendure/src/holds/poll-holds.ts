import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from "@nestjs/common";
import { ConfigService, Logger, ProcessContext } from "@vendure/core";
import { createHoldKeeper } from "keepsake-connector";
import { KeepsakeService } from "../keepsake.service";
import { KEEPSAKE_OPTIONS, type KeepsakeOptions, LOGGER_CONTEXT } from "../options";
import { HoldService } from "./hold.service";

const POLL_SECONDS = 3;

/** Looks every few seconds for offers that were accepted or are over, where Vendure runs its scheduled tasks. */
@Injectable()
export class HoldPoller implements OnApplicationBootstrap, OnApplicationShutdown {
  private keeper: ReturnType<typeof createHoldKeeper>;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private lastError = "";

  constructor(
    private holds: HoldService,
    private keepsake: KeepsakeService,
    private process: ProcessContext,
    private config: ConfigService,
    @Inject(KEEPSAKE_OPTIONS) private options: KeepsakeOptions,
  ) {
    this.keeper = createHoldKeeper({ keepsake: keepsake.calls, reservations: holds });
  }

  onApplicationBootstrap() {
    if (!this.process.isWorker && (this.config.schedulerOptions.runTasksInWorkerOnly ?? true)) return;
    void this.keepsake.health.start();
    if (this.options.claimUrl) void this.run();
  }

  onApplicationShutdown() {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  async reconcile() {
    if (this.options.claimUrl) await this.keeper.reconcile();
  }

  private async run() {
    try {
      const failures = await this.holds.releaseExpired();
      await this.keeper.poll();
      failures.throwIfAny();
      this.lastError = "";
      await this.keepsake.health.held();
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.lastError)
        Logger.warn(
          `Accepted offers could not be reserved or released; trying again in a few seconds: ${message}`,
          LOGGER_CONTEXT,
        );
      this.lastError = message;
      await this.keepsake.health.failed("holds", error);
    }
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.run(), (this.options.pollSeconds ?? POLL_SECONDS) * 1_000);
    this.timer.unref();
  }
}
