import type { PastAuditEntry } from "../../stores/audit/record-past-audit.ts";
import { DAY_MS, HOUR_MS, isoOf } from "./calendar.ts";
import type { SimulatedYear } from "./simulate-year.ts";

/** What was done in the dashboard: days after the beginning of the year, the action and its details. */
const DONE: readonly (readonly [days: number, action: string, details: PastAuditEntry["details"]])[] = [
  [1, "settings.changed", { settings: ["alerts.color"] }],
  [2, "settings.changed", { settings: ["shop.url"] }],
  [19, "template.saved", { topic: "backinstock", version: 1 }],
  [47, "settings.changed", { settings: ["lists.previewItems"] }],
  [74, "template.saved", { topic: "pricedrop", version: 1 }],
  [112, "settings.changed", { settings: ["results.windowDays"] }],
  [165, "template.saved", { topic: "backinstock", version: 2 }],
  [166, "template.restored", { topic: "backinstock", version: 1 }],
  [231, "settings.changed", { settings: ["alerts.unitsMax"] }],
  [288, "settings.changed", { settings: ["alerts.waitSeconds"] }],
  [331, "template.saved", { topic: "backinstock", version: 3 }],
];

export function auditOf({ year, restocks }: SimulatedYear, owner: string): PastAuditEntry[] {
  const actor = { kind: "member", id: owner, name: owner } as const;
  const paused = restocks.flatMap(({ past }) => (past?.plan.state === "held" ? [past.plan] : []));
  return [
    ...DONE.map(([days, action, details]) => ({
      at: isoOf(year.start + days * DAY_MS + (9 + (days % 8)) * HOUR_MS + days * 7_919),
      actor,
      action,
      details,
    })),
    ...paused.map(({ id, joinedUntil }) => ({
      at: isoOf(Date.parse(joinedUntil) + 240_000),
      actor,
      action: "alert.paused",
      details: { plan: id },
    })),
  ];
}
