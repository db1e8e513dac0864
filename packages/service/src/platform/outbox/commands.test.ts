import { Command } from "commander";
import { expect, test, vi } from "vitest";
import { anOutbox } from "../../../test/fixtures/outbox.ts";
import { eventCommands } from "./commands.ts";
import { declareReaders } from "./positions.ts";

/** An outbox, and a function that runs a command on it and returns what it prints. */
async function anOperator() {
  const outbox = await anOutbox();
  const { db } = outbox;
  async function run(...args: string[]) {
    const program = new Command("keepsake");
    eventCommands(program, (work) => work({ db }), "publish-events");
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    try {
      await program.parseAsync(["events", ...args], { from: "user" });
      return write.mock.calls.map(([text]) => String(text)).join("");
    } finally {
      write.mockRestore();
    }
  }
  const park = (reader: string, id: number) =>
    outbox.ask(
      `insert into outbox_parked (reader, event_id, store_id, number, subject, payload, created_at, tries, error)
       values ($1, $2, 1, $2, 'test.event', '{}', now(), 4, 'broken')`,
      [reader, id],
    );
  return { ...outbox, run, park };
}

test("events list shows parked events with their error; replay and drop need a choice and say how many they took", async () => {
  const { run, park } = await anOperator();
  expect(await run("list")).toBe("No event is parked.\n");
  await park("one", 1);
  await park("one", 2);
  await park("other", 1);
  expect(await run("list", "--reader", "other")).toMatch(
    /^other {2}event 1 \(test\.event, store 1\) {2}parked \S+ after 4 tries: broken\n {2}waits for you: replay it or drop it\n$/,
  );
  await expect(run("drop")).rejects.toThrow("Say which events: --reader <name>, --event <id> or --all.");
  await expect(run("drop", "--event", "abc")).rejects.toThrow("abc is not the id of an event.");
  expect(await run("drop", "--reader", "one", "--event", "1")).toBe("1 event deleted.\n");
  expect(await run("replay", "--all")).toBe("2 events will be tried again within a few seconds.\n");
  const { parked } = JSON.parse(await run("list", "--json")) as { parked: { reader: string; event: { id: string } }[] };
  expect(parked.map(({ reader, event }) => `${reader} ${event.id}`)).toEqual(
    expect.arrayContaining(["one 2", "other 1"]),
  );
  expect(parked).toHaveLength(2);
});

test("events rebuild says what it does, or that no worker has published events yet", async () => {
  const { db, run } = await anOperator();
  const rebuild = () => run("rebuild", "--since", "2026-11-01T12:00:00Z");
  await expect(rebuild()).rejects.toThrow("No worker has published events yet.");
  await declareReaders(db.worker, ["publish-events"]);
  expect(await rebuild()).toBe(
    "The workers publish the events since 2026-11-01T12:00:00.000Z again, as far as they are kept.\n",
  );
});
