import { AppError } from "../../platform/errors.ts";

export const invalidRange = (daysMax: number) =>
  new AppError(
    "invalid",
    "invalid-range",
    `Send days such as 2026-11-18, from the year 2000 on. from must not be after to, and the range has at most ${daysMax} days.`,
  );
