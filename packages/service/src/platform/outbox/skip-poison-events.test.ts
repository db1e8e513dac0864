import { expect, test } from "vitest";
import type { SystemTx } from "../db/db.ts";
import { unavailable } from "../errors.ts";
import type { StoreId } from "../ids.ts";
import type { OutboxEvent } from "./events.ts";
import { skipPoisonEvents } from "./skip-poison-events.ts";

const tx = Object.assign(async () => [], { afterCommit: (work: () => void) => work() }) as unknown as SystemTx;
const anEvent = (id: string): OutboxEvent => ({
  id,
  storeId: 1 as StoreId,
  subject: "store.changed",
  payload: {},
  createdAt: new Date(),
});

/** A reader that fails with what `fail` says, and what became of its events. */
function aPatientReader(fail: (events: readonly OutboxEvent[]) => Error | undefined) {
  const told: string[] = [];
  const handle = async (_tx: SystemTx, events: readonly OutboxEvent[]) => {
    const error = fail(events);
    if (error) throw error;
  };
  const patient = skipPoisonEvents({ name: "test", handle }, (event) => void told.push(event.id));
  /** Shows events as the relay does; how often one failed, or nothing where they were handled. */
  const show = (...ids: string[]) =>
    patient.reader.handle(tx, ids.map(anEvent)).then(
      () => undefined,
      (error: unknown) => patient.failed(error),
    );
  return { patient, show, told };
}
const times = async <T>(count: number, act: () => Promise<T>) => {
  const results: T[] = [];
  for (let time = 0; time < count; time += 1) results.push(await act());
  return results;
};

test("after a page failed its events come one by one, and then whole pages again", async () => {
  let fails = 1;
  const { patient, show } = aPatientReader(() => (fails-- > 0 ? new Error("once") : undefined));
  expect(patient.pageSize()).toBeUndefined();
  await show("1", "2", "3");
  for (const id of ["1", "2", "3"]) {
    expect(patient.pageSize()).toBe(1);
    await show(id);
  }
  expect(patient.pageSize()).toBeUndefined();
});

test("where the engine is away an event has many more tries than one that the reader itself fails at", async () => {
  const away = aPatientReader(() => unavailable("The database"));
  expect((await times(36, () => away.show("1"))).at(-1)).toBe(36);
  expect(away.told).toEqual([]);
  await away.show("1");
  expect(away.told).toEqual(["1"]);

  const broken = aPatientReader(() => new Error("a bug"));
  await times(8, () => broken.show("1"));
  await broken.show("1");
  expect(broken.told).toEqual(["1"]);
});

test("a failure that is not the reader's lets the tries count anew, so an outage sets nothing aside", async () => {
  const { patient, show, told } = aPatientReader(() => new Error("the engine was going"));
  await times(8, () => show("1"));
  patient.failed(unavailable("The database"));
  expect(await show("1")).toBe(1);
  expect(told).toEqual([]);
});

test("tries are counted for one event: the next one begins at the first", async () => {
  let isBad = true;
  const { show } = aPatientReader(() => (isBad ? new Error("bad") : undefined));
  expect(await times(3, () => show("1"))).toEqual([1, 2, 3]);
  isBad = false;
  await show("1");
  isBad = true;
  expect(await show("2")).toBe(1);
});
