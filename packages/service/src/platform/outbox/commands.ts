import { type Command, InvalidArgumentError } from "commander";
import { printResult, withJson } from "../cli.ts";
import type { Db } from "../db/db.ts";
import { dropParked, findParked, type Parked, replayParked } from "./park.ts";
import { rewindReader } from "./positions.ts";

const SHOWN_MAX = 100;

type WithDb = <T>(work: (deps: { readonly db: Db }) => Promise<T>) => Promise<T>;
type Options = { readonly json?: boolean; readonly reader?: string; readonly event?: string; readonly all?: boolean };

/** `publisher` is the reader that fills the stream in NATS. */
export function eventCommands(program: Command, withDeps: WithDb, publisher: string) {
  const events = program.command("events").description("Events that could not be handled, and the stream in NATS");

  withJson(events.command("list"))
    .description(`List parked events: those on which a reader failed every time (the oldest ${SHOWN_MAX})`)
    .option("--reader <name>", "only those of this reader")
    .action((options: Options) =>
      withDeps(async ({ db }) => {
        const parked = await db.asWorker((tx) => findParked(tx, options.reader, SHOWN_MAX));
        printResult(options, { parked }, parked.length ? parked.map(describe).join("\n") : "No event is parked.");
      }),
    );

  withChoice(events.command("replay"))
    .description("Let the workers try parked events again")
    .action(async (options: Options) => {
      const chosen = choose(options);
      const replayed = await withDeps(({ db }) => db.asWorker((tx) => replayParked(tx, chosen)));
      printResult(options, { replayed }, `${count(replayed)} will be tried again within a few seconds.`);
    });

  withChoice(events.command("drop"))
    .description("Delete parked events. Their readers never handle them")
    .action(async (options: Options) => {
      const chosen = choose(options);
      const dropped = await withDeps(({ db }) => db.asWorker((tx) => dropParked(tx, chosen)));
      printResult(options, { dropped }, `${count(dropped)} deleted.`);
    });

  withJson(events.command("rebuild"))
    .description("Publish past events to NATS again, for example after its data was lost")
    .requiredOption("--since <when>", "events since this moment, such as 2026-11-01T12:00:00Z", toMoment)
    .action((options: { json?: boolean; since: Date }) =>
      withDeps(async ({ db }) => {
        if (!(await rewindReader(db.worker, publisher, options.since)))
          throw new Error(
            "No worker has published events yet. Start the workers with NATS_URL: they publish all of them.",
          );
        const since = options.since.toISOString();
        printResult(
          options,
          { since },
          `The workers publish the events since ${since} again, as far as they are kept.`,
        );
      }),
    );
}

const withChoice = (command: Command) =>
  withJson(command)
    .option("--reader <name>", "those of this reader")
    .option("--event <id>", "only this event")
    .option("--all", "those of all readers");

function choose({ reader, event, all }: Options) {
  if (!reader && !event && !all)
    throw new Error("Say which events: --reader <name>, --event <id> or --all. `keepsake events list` shows them.");
  if (event !== undefined && !/^\d{1,18}$/.test(event)) throw new Error(`${event} is not the id of an event.`);
  return { reader: reader ?? null, eventId: event ?? null };
}

const count = (events: number) => (events === 1 ? "1 event" : `${events} events`);

const describe = ({ reader, event, tries, error, parkedAt, retryAt }: Parked) =>
  `${reader}  event ${event.id} (${event.subject}, store ${event.storeId})  parked ${parkedAt.toISOString()} after ${tries} tries: ${error}\n  ${
    retryAt ? `next try ${retryAt.toISOString()}` : "waits for you: replay it or drop it"
  }`;

function toMoment(text: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError("It must be a moment such as 2026-11-01T12:00:00Z.");
  return moment;
}
