import { type Static, Type } from "typebox";
import type { Page } from "../page.ts";
import { FailureRef } from "./failure.ts";

// Schemas that several features use.

export const failures = { "4xx": FailureRef, "5xx": FailureRef };
export const formOrJson = ["application/x-www-form-urlencoded", "application/json"];
export const jsonOrForm = ["application/json", "application/x-www-form-urlencoded"];

/** A record that the route writes as JSON text itself. */
export const AnyRecord = Type.Unsafe<string | Buffer>(Type.Record(Type.String(), Type.Unknown()));

/** A switch: `1` in a form, `1` or `true` in JSON. */
export const Switch = Type.Union([
  Type.Literal("0"),
  Type.Literal("1"),
  Type.Literal("true"),
  Type.Literal("false"),
  Type.Boolean(),
  Type.Literal(0),
  Type.Literal(1),
]);
const ON: readonly unknown[] = ["1", "true", 1, true];
export const isOn = (value: Static<typeof Switch> | undefined) => ON.includes(value);

/** Absent, null and empty all mean that the caller did not give the parameter. */
export const isGiven = (value: unknown) => value !== undefined && value !== null && value !== "";

const Count = Type.Union([Type.String({ pattern: "^\\d{1,9}$" }), Type.Integer({ minimum: 0, maximum: 999_999_999 })]);
export const paging = { limit: Type.Optional(Count), offset: Type.Optional(Count) };

export const readPage = (
  { limit, offset }: { limit?: string | number; offset?: string | number },
  { defaultLimit, maxLimit }: { defaultLimit: number; maxLimit: number },
): Page => ({
  limit: Math.min(limit === undefined ? defaultLimit : Number(limit), maxLimit),
  offset: offset === undefined ? 0 : Number(offset),
});
