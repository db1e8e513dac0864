import { Type } from "typebox";
import { DEFAULT_SCOPES, SCOPES } from "../access/scopes.ts";
import type { KeySummary } from "./sql.ts";

const ScopesSchema = Type.Array(Type.Enum(SCOPES), { minItems: 1, maxItems: SCOPES.length });
const time = Type.Union([Type.String({ format: "date-time" }), Type.Null()]);
const KeyIn = Type.String({ pattern: "^[0-9A-Za-z]{8}$", examples: ["abcd1234"], description: "Id of the key" });
const OVERLAP_MAX = 2_592_000;

export const CreateKeyIn = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, description: "Where the key is used" }),
  scopes: Type.Optional({ ...ScopesSchema, description: `By default ${DEFAULT_SCOPES.join(" and ")}` }),
});
export const RotateKeyIn = Type.Object({
  id: KeyIn,
  overlapSeconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: OVERLAP_MAX, description: "How long the old key works; by default a day" }),
  ),
});
export const RevokeKeyIn = Type.Object({ id: KeyIn });

export const KeysOut = Type.Object({
  keys: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      scopes: ScopesSchema,
      createdAt: Type.String({ format: "date-time" }),
      expiresAt: time,
      revokedAt: time,
      lastUsedAt: time,
    }),
  ),
});
export const NewKeyOut = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scopes: ScopesSchema,
  key: Type.String({ description: "Store it now: it is not shown again" }),
});
export const RevokedOut = Type.Object({ message: Type.String(), id: Type.String() });

const iso = (date: Date | null) => date?.toISOString() ?? null;
export const keyRecord = ({ id, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt }: KeySummary) => ({
  id,
  name,
  scopes,
  createdAt: createdAt.toISOString(),
  expiresAt: iso(expiresAt),
  revokedAt: iso(revokedAt),
  lastUsedAt: iso(lastUsedAt),
});
