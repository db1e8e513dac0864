import { AppError } from "../../../platform/errors.ts";

export const samplesByOperator = (cause: Error) =>
  new AppError(
    "forbidden",
    "samples-by-operator",
    "The database login of this service may not create or remove stores, so the dashboard cannot make sample data. Look around in the demo shop instead: `npm run dev` in a clone of Keepsake fills it with the same data.",
    { cause },
  );
