import { type Static, type TSchema, Type } from "typebox";
import type { Page } from "../page.ts";
import { FailureRef } from "./failure.ts";

// Schemas that several features use.

export const failures = { "4xx": FailureRef, "5xx": FailureRef };
export const formOrJson = ["application/x-www-form-urlencoded", "application/json"];
export const jsonOrForm = ["application/json", "application/x-www-form-urlencoded"];

// ---- how openapi.json describes records ----

/** An answer that the route writes as JSON text itself. */
export const described = (record: TSchema) => Type.Unsafe<string | Buffer>(record);

/** A record with a name of its own in openapi.json. Its routes add it to their server. */
export const named = <T extends TSchema>(name: string, record: T) => ({ ...record, $id: name, title: name });
export const refTo = ({ $id }: { $id: string }) => Type.Unsafe<unknown>({ $ref: `${$id}#` });

export const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);
export const JsonMap = (description: string) =>
  Type.Unsafe<unknown>({ type: "object", additionalProperties: true, description });

/** An id of the shop's platform. */
const PLATFORM_ID = { type: ["string", "integer"] };
export const PlatformIdOut = (description: string) => Type.Unsafe<string | number>({ ...PLATFORM_ID, description });
export const PlatformIdIn = (description: string) => shownAs(PLATFORM_ID, description);

/** A parameter that the route checks itself. openapi.json shows the other schema. */
export const shownAs = (shown: object, description: string) => Type.Unknown({ description, shownAs: shown });
/** A parameter that is JSON, or JSON text in a form. */
export const jsonOrText = (json: object, description: string) =>
  shownAs({ anyOf: [json, { type: "string" }] }, `${description}; in a form, as JSON text`);
/** Several ids of the shop's platform. */
export const PlatformIdsIn = (description: string) =>
  jsonOrText({ type: "array", items: PLATFORM_ID }, `${description}, also separated by commas`);

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

const Count = Type.Union([
  Type.String({ pattern: "^\\d{1,9}$", examples: ["24"] }),
  Type.Integer({ minimum: 0, maximum: 999_999_999 }),
]);
export const paging = { limit: Type.Optional(Count), offset: Type.Optional(Count) };

export const readPage = (
  { limit, offset }: { limit?: string | number; offset?: string | number },
  { defaultLimit, maxLimit }: { defaultLimit: number; maxLimit: number },
): Page => ({
  limit: Math.min(limit === undefined ? defaultLimit : Number(limit), maxLimit),
  offset: offset === undefined ? 0 : Number(offset),
});
