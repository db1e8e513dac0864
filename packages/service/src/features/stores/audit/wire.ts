import { Type } from "typebox";
import { rowsQuery } from "../../../platform/http/send-rows.ts";
import { JsonMap } from "../../../platform/http/wire.ts";
import type { AuditEntry } from "./entry.ts";

const day = (description: string) =>
  Type.Optional(Type.String({ format: "date", pattern: "^2\\d{3}-", examples: ["2026-11-18"], description }));

export const AuditIn = Type.Object({
  ...rowsQuery,
  action: Type.Optional(Type.String({ maxLength: 100, description: "Such as `plan.paused`" })),
  actor: Type.Optional(Type.String({ maxLength: 300, description: "Id of a key or a member" })),
  from: day("First day, in UTC"),
  to: day("Last day, in UTC"),
});

export const AuditOut = Type.Object({
  id: Type.String(),
  at: Type.String({ format: "date-time" }),
  actor: Type.Object({
    kind: Type.Union([Type.Literal("key"), Type.Literal("member"), Type.Literal("operator")]),
    id: Type.String(),
    name: Type.String({ description: "Name of the key, or email address of the person" }),
  }),
  action: Type.String({ description: "What happened, such as `plan.paused`" }),
  details: JsonMap("Ids and settings of what changed, such as the id of the plan"),
});

export const auditRecord = ({ id, at, actor, action, details }: AuditEntry) => ({
  id,
  at: at.toISOString(),
  actor,
  action,
  details,
});

export const AUDIT_COLUMNS = {
  at: ({ at }: AuditEntry) => at,
  actorKind: ({ actor }: AuditEntry) => actor.kind,
  actor: ({ actor }: AuditEntry) => actor.name,
  action: ({ action }: AuditEntry) => action,
  details: ({ details }: AuditEntry) => JSON.stringify(details),
};
