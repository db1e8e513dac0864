import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from "@nestjs/common";
import {
  ConfigService,
  EventBus,
  type JobQueue,
  JobQueueService,
  Logger,
  PollingJobQueueStrategy,
  type RequestContext,
} from "@vendure/core";
import { type Change, toChange, WATCHED } from "./change";
import { KeepsakeService } from "./keepsake.service";
import { LOGGER_CONTEXT } from "./options";
import { ChangeReporter } from "./report-change";

const RETRIES = 10;

/** Turns events into jobs. The job is a row of the database, written in the transaction of the change: it is there if and only
 *  if the change is. */
@Injectable()
export class ChangeWatcher implements OnModuleInit, OnApplicationBootstrap {
  private queue: JobQueue<Change>;

  constructor(
    private events: EventBus,
    private queues: JobQueueService,
    private config: ConfigService,
    private reporter: ChangeReporter,
    private keepsake: KeepsakeService,
  ) {}

  async onModuleInit() {
    this.queue = await this.queues.createQueue<Change>({ name: "keepsake", process: ({ data }) => this.report(data) });
  }

  onApplicationBootstrap() {
    if (this.config.jobQueueOptions.jobQueueStrategy instanceof PollingJobQueueStrategy) {
      this.events.registerBlockingEventHandler({
        event: WATCHED,
        id: "keepsake",
        handler: (event) => this.addJob(toChange(event), event.ctx),
      });
      return;
    }
    // A queue outside the database, such as BullMQ, would start before the transaction ends and read the old stock.
    for (const type of WATCHED) this.events.ofType(type).subscribe((event) => void this.addJob(toChange(event)));
  }

  private async addJob(change: Change | undefined, ctx?: RequestContext) {
    if (!change || change.ids.length === 0) return;
    try {
      await this.queue.add(change, { retries: RETRIES, ...(ctx ? { ctx } : {}) });
    } catch (error) {
      // The merchant's change must not fail because of us; the next reconcile finds it.
      Logger.error(`A change was not queued: ${(error as Error).message}`, LOGGER_CONTEXT);
    }
  }

  private async report(change: Change) {
    try {
      const reported = await this.reporter.report(change);
      await this.keepsake.health.reported(change.at);
      return reported;
    } catch (error) {
      Logger.warn(`A change of ${change.kind} was not reported: ${(error as Error).message}`, LOGGER_CONTEXT);
      await this.keepsake.health.failed("event", error);
      throw error; // Vendure tries again
    }
  }
}
