import { AppError } from "../../../platform/errors.ts";

/** Explains why work as the operator failed, if the login of this process may not do it. */
export function explainMissingRole(error: unknown): never {
  throw lacksRole(error) ? samplesByOperator(error) : error;
}

const lacksRole = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof AppError) && (error as { code?: string }).code === "42501";

const samplesByOperator = (cause: Error) =>
  new AppError(
    "forbidden",
    "samples-by-operator",
    "The database login of this service may not create or remove stores, so the dashboard can neither make nor remove sample data. To look around, use the demo shop: `npm run dev` in a clone of Keepsake fills it with the same data. To remove a sample store, the operator calls `npx keepsake store erase`.",
    { cause },
  );
