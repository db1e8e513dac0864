import { expect, test } from "vitest";
import { aClock } from "../../../test/fixtures/clock.ts";
import { createBreaker } from "./breaker.ts";
import { SendError } from "./send-outcome.ts";

const down = () => new SendError({ state: "deferred", reason: "535", isProviderDown: true, problem: "refused-login" });

function aProvider() {
  const { clock, forward } = aClock();
  let asked = 0;
  let answer: () => Promise<void> = () => Promise.reject(down());
  const send = createBreaker(clock)(async () => {
    asked += 1;
    await answer();
  });
  const attempt = () =>
    send().then(
      () => "sent",
      (error: SendError) => error.failure,
    );
  return { forward, attempt, asked: () => asked, set: (next: typeof answer) => void (answer = next) };
}

test("after three failures messages fail at once with the last one, until it is tried again", async () => {
  const provider = aProvider();
  for (let time = 0; time < 10; time += 1)
    expect(await provider.attempt()).toMatchObject({
      state: "deferred",
      isProviderDown: true,
      problem: "refused-login",
    });
  expect(provider.asked()).toBe(3);
  provider.forward(30_000);
  await provider.attempt();
  await provider.attempt();
  expect(provider.asked()).toBe(4);
  provider.forward(30_000); // the second pause is twice as long
  await provider.attempt();
  expect(provider.asked()).toBe(4);
  provider.forward(30_000);
  provider.set(() => Promise.resolve());
  expect(await provider.attempt()).toBe("sent");
  expect(await provider.attempt()).toBe("sent");
});

test("only one message tries a provider that hangs", async () => {
  const provider = aProvider();
  for (let time = 0; time < 3; time += 1) await provider.attempt();
  provider.forward(30_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  provider.set(() => promise);
  const trying = provider.attempt();
  expect(await provider.attempt()).toMatchObject({ state: "deferred" });
  expect(provider.asked()).toBe(4);
  resolve();
  expect(await trying).toBe("sent");
});

test("failures that are not the provider's do not stop it, and a lost answer counts as one that is", async () => {
  const provider = aProvider();
  provider.set(() => Promise.reject(new SendError({ state: "rejected", reason: "550" })));
  for (let time = 0; time < 5; time += 1) await provider.attempt();
  provider.set(() => Promise.reject(new SendError({ state: "throttled", reason: "429" })));
  for (let time = 0; time < 5; time += 1) await provider.attempt();
  expect(provider.asked()).toBe(10);
  provider.set(() => Promise.reject(new SendError({ state: "unknown", reason: "no answer" })));
  for (let time = 0; time < 5; time += 1) await provider.attempt();
  expect(provider.asked()).toBe(13);
  expect(await provider.attempt()).toMatchObject({ state: "deferred", isProviderDown: true, problem: "no-answer" });
});
