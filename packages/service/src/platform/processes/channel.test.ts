import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { createChannel, type Handlers, type Pipe } from "./channel.ts";

type Numbers = {
  readonly double: { readonly input: number; readonly answer: number };
  readonly fail: { readonly input: null; readonly answer: void };
  readonly hang: { readonly input: null; readonly answer: void };
};

/** Two ends of a pipe that hands over copies, as JSON. */
function aPipe() {
  const [near, far] = [new EventEmitter(), new EventEmitter()];
  const to = (other: EventEmitter) => (message: object) => {
    const copy: unknown = JSON.parse(JSON.stringify(message));
    setImmediate(() => other.emit("message", copy));
    return true;
  };
  return {
    near: Object.assign(near, { send: to(far) }) as Pipe,
    far: Object.assign(far, { send: to(near) }) as Pipe,
    cut: () => near.emit("disconnect"),
  };
}

function someChannel() {
  const { near, far, cut } = aPipe();
  const told: number[] = [];
  const handlers: Handlers<Numbers> = {
    double(number) {
      told.push(number);
      return 2 * number;
    },
    fail() {
      throw new Error("It went wrong");
    },
    hang: () => new Promise(() => undefined),
  };
  createChannel<Numbers, Numbers>(far, handlers);
  return { ...createChannel<Numbers, Numbers>(near, handlers), cut, told };
}

const UNAVAILABLE = { kind: "unavailable" };

test("each call gets its own answer, also when several are asked at once", async () => {
  const { ask } = someChannel();
  const numbers = [1, 2, 3, 4, 5];
  expect(await Promise.all(numbers.map((number) => ask("double", number, 10_000)))).toEqual([2, 4, 6, 8, 10]);
});

test("a call that fails at the other end, or that it does not answer in time, is refused as unavailable", async () => {
  const { ask } = someChannel();
  await expect(ask("fail", null, 10_000)).rejects.toMatchObject({
    ...UNAVAILABLE,
    cause: { message: "It went wrong" },
  });
  await expect(ask("hang", null, 1)).rejects.toMatchObject(UNAVAILABLE);
});

test("when the other end is gone, waiting calls are refused at once", async () => {
  const { ask, cut } = someChannel();
  const waiting = ask("hang", null, 600_000);
  cut();
  await expect(waiting).rejects.toMatchObject(UNAVAILABLE);
});

test("a call without an answer reaches the other end", async () => {
  const { ask, tell, told } = someChannel();
  tell("double", 7);
  await ask("double", 8, 10_000);
  expect(told).toEqual([7, 8]);
});
