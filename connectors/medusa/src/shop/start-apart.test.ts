import { expect, test, vi } from "vitest";
import { startApart } from "./start-apart.ts";

test("a job whose work never ends keeps nobody waiting, and is not started a second time", async () => {
  let starts = 0;
  const job = startApart(
    () => {
      starts += 1;
      return new Promise<void>(() => undefined);
    },
    () => undefined,
  );
  await job("container");
  await job("container");
  expect(starts).toBe(1);
});

test("a job that failed says so, and runs again the next time", async () => {
  const errors: string[] = [];
  const job = startApart(
    async (container: string) => {
      throw new Error(`${container} is broken`);
    },
    (_, { message }) => void errors.push(message),
  );
  await job("Medusa");
  await vi.waitFor(() => expect(errors).toEqual(["Medusa is broken"]));
  await job("Medusa");
  await vi.waitFor(() => expect(errors).toHaveLength(2));
});
