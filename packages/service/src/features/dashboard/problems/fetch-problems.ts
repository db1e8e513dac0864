import type { Clock } from "../../../platform/clock.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import { findBrake } from "../../alerts/feedback/find-brake.ts";
import { findHoldTrouble } from "../../alerts/holds/find-hold-trouble.ts";
import { findHeldPlans } from "../../alerts/plans/find-held-plans.ts";
import { findSenderFacts } from "../../alerts/senders/find-sender-facts.ts";
import { hasStock } from "../../catalog/stock/has-stock.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { findTroubledEndpoints } from "../../events/webhooks/endpoints/find-troubled-endpoints.ts";
import type { ToolName } from "../../marketing/connection.ts";
import { findTroubledConnections } from "../../marketing/connections/find-troubled-connections.ts";
import { fetchConnections } from "../../stores/connections/fetch-connections.ts";
import { findConnectors } from "../../stores/connectors/find-connectors.ts";
import { findExpiringKeys } from "../../stores/keys/find-expiring-keys.ts";
import { hasOneOwner } from "../../stores/members/has-one-owner.ts";
import { findPause } from "../../stores/settings/find-pause.ts";
import { getSettings } from "../../stores/settings/get-settings.ts";
import { type StoreSettings, setupRules } from "../../stores/settings/settings.ts";
import type { CanSend, Store } from "../../stores/store.ts";
import type { Problem } from "./problem.ts";

export type ProblemDeps = { readonly variants: VariantCache; readonly clock: Clock; readonly canMail: CanSend };
type Asked = { readonly store: Store; readonly settings: StoreSettings };
type Find = (tx: StoreTx, deps: ProblemDeps, asked: Asked) => Promise<readonly Problem[]>;

/** A shop that reports nothing for so long is not quiet any more. */
const QUIET_HOURS = 24;
const HOUR_MS = 3_600_000;
const PLANS_MAX = 20;

const findConnectionProblems: Find = async (tx, { clock }, { settings }) => {
  const { script, stock } = await fetchConnections(tx);
  const { skipped } = setupRules(settings);
  const hoursSince = (at: Date) => Math.floor((clock() - at.getTime()) / HOUR_MS);
  const quiet = (seen: { readonly lastAt: Date } | undefined) =>
    seen && hoursSince(seen.lastAt) >= QUIET_HOURS
      ? [{ since: seen.lastAt, facts: { hours: hoursSince(seen.lastAt) } }]
      : [];
  const never = { severity: "warning", since: null, facts: { hours: null } } as const;
  const problems: Problem[] = [
    ...quiet(script).map((one) => ({ type: "no-script-seen", severity: "warning", ...one }) as const),
    ...quiet(stock).map((one) => ({ type: "no-stock-report", severity: "error", ...one }) as const),
  ];
  if (!script && !skipped.includes("script")) problems.push({ type: "no-script-seen", ...never });
  // Reports from before they were recorded have no time.
  if (!stock && !skipped.includes("stock") && !(await hasStock(tx)))
    problems.push({ type: "no-stock-report", ...never });
  return problems;
};

/** Connectors report at least with each reconcile, which is every fifteen minutes unless somebody sets another time. */
const SILENT_HOURS = 1;
const RECONCILE_HOURS = 3;
/** A reconcile may correct much once, after an outage. */
const ROUGH_RECONCILES = 3;

const findConnectorProblems: Find = async (tx) => {
  const problems = (await findConnectors(tx)).flatMap((one): Problem[] => {
    const { name: connector, problem, reconcile } = one;
    const found: Problem[] = [];
    if (one.silentHours >= SILENT_HOURS) {
      const facts = { connector, hours: one.silentHours };
      found.push({ type: "connector-silent", severity: "error", since: one.lastAt, facts });
    } else if (one.uncomparedHours >= RECONCILE_HOURS) {
      const facts = { connector, hours: reconcile ? one.uncomparedHours : null };
      const since = reconcile?.finishedAt ?? one.firstAt;
      found.push({ type: "connector-no-reconcile", severity: "warning", since, facts });
    }
    if (problem !== null) {
      const facts = { connector, problem };
      found.push({ type: "connector-problem", severity: "error", since: one.problemSince, facts });
    }
    if (reconcile && one.roughReconciles >= ROUGH_RECONCILES) {
      const facts = { connector, checked: reconcile.checked, corrected: reconcile.corrected };
      found.push({ type: "connector-loses-events", severity: "warning", since: reconcile.finishedAt, facts });
    }
    return found;
  });
  const { since, waiting, givenUp } = await findHoldTrouble(tx);
  if (waiting + givenUp > 0)
    problems.push({ type: "reservations-stuck", severity: "error", since, facts: { waiting, givenUp } });
  return problems;
};

const findSenderProblems: Find = async (tx, { canMail, clock }, { store, settings }) => {
  const { media, check } = await findSenderFacts(tx, settings);
  const { sender } = settings;
  const problems: Problem[] = [];
  const pause = findPause(settings, clock());
  if (pause) problems.push({ type: "sending-paused", severity: "error", since: null, facts: pause });
  if (!canMail(store)) {
    if (!setupRules(settings).skipped.includes("sender"))
      problems.push({ type: "no-sender", severity: "error", since: null, facts: {} });
  } else if (sender && !sender.isVerified)
    problems.push({ type: "sender-not-verified", severity: "warning", since: null, facts: {} });
  if (sender && check && check.wrong.length > 0)
    problems.push({
      type: "sender-dns-failing",
      severity: "warning",
      since: check.checkedAt,
      facts: { records: check.wrong },
    });
  for (const { medium, health, isLimitReached } of media) {
    const { problem, fix, lastSuccessAt, lastFailureAt } = health;
    if (problem !== null)
      problems.push({
        type: "provider-failing",
        severity: "error",
        since: lastSuccessAt ?? lastFailureAt,
        facts: { medium, problem, fix },
      });
    if (isLimitReached)
      problems.push({ type: "daily-limit-reached", severity: "warning", since: null, facts: { medium } });
  }
  return problems;
};

const findAlertProblems: Find = async (tx, { variants }) => {
  const brake = await findBrake(tx);
  const held = await findHeldPlans(tx, variants, PLANS_MAX);
  const stopped: Problem[] = brake
    ? [{ type: "alerts-stopped", severity: "error", since: brake.since, facts: { reason: brake.reason } }]
    : [];
  // What complaints have stopped is one problem, not one for each plan.
  const paused = held
    .filter(({ reason }) => !brake || reason !== brake.reason)
    .map(({ id, topic, reason, since, variant }): Problem => {
      const { title = null, variantTitle = null } = variant?.product ?? {};
      const { platformId = null, market = null } = variant ?? {};
      const facts = { plan: id, platformId, market, title, variantTitle, topic, reason };
      return { type: "plan-held", severity: "warning", since, facts };
    });
  return [...stopped, ...paused];
};

const findWebhookProblems: Find = async (tx) => {
  const { failing, disabled } = await findTroubledEndpoints(tx);
  const [first] = failing.toSorted((one, other) => one.since.getTime() - other.since.getTime());
  return [
    ...(first
      ? [
          {
            type: "webhooks-failing",
            severity: "error",
            since: first.since,
            facts: { count: failing.length },
          } as const,
        ]
      : []),
    ...disabled.map(
      ({ id, since }) => ({ type: "webhook-disabled", severity: "error", since, facts: { endpoint: id } }) as const,
    ),
  ];
};

const findMarketingProblems: Find = async (tx, { clock }) => {
  const { failing, paused, full, erasing } = await findTroubledConnections(tx, clock());
  const ofAll =
    (type: "marketing-failing" | "marketing-paused" | "marketing-full") =>
    ({ id, tool, since = null }: { readonly id: string; readonly tool: ToolName; readonly since?: Date | null }) =>
      ({ type, severity: "error", since, facts: { connection: id, tool } }) as const;
  return [
    ...failing.map(ofAll("marketing-failing")),
    ...paused.map(ofAll("marketing-paused")),
    ...full.map(ofAll("marketing-full")),
    ...erasing.map(({ id: connection, since, ...facts }): Problem => {
      return { type: "marketing-erasures", severity: "error", since, facts: { connection, ...facts } };
    }),
  ];
};

const findAccessProblems: Find = async (tx) => {
  const keys = await findExpiringKeys(tx);
  const problems: Problem[] = keys.map((facts) => ({ type: "key-expiring", severity: "error", since: null, facts }));
  if (await hasOneOwner(tx)) problems.push({ type: "no-recovery-owner", severity: "warning", since: null, facts: {} });
  return problems;
};

const FINDERS: readonly Find[] = [
  findConnectionProblems,
  findConnectorProblems,
  findSenderProblems,
  findAlertProblems,
  findWebhookProblems,
  findMarketingProblems,
  findAccessProblems,
];

/** What needs the merchant's attention now: errors first, and of each severity what began first. */
export async function fetchProblems(tx: StoreTx, deps: ProblemDeps, store: Store): Promise<Problem[]> {
  const asked = { store, settings: await getSettings(tx) };
  const problems: Problem[] = [];
  for (const find of FINDERS) problems.push(...(await find(tx, deps, asked)));
  return problems.toSorted((one, other) => rankOf(one) - rankOf(other) || timeOf(one) - timeOf(other));
}

const rankOf = ({ severity }: Problem) => (severity === "error" ? 0 : 1);
/** What has no beginning comes last. */
const timeOf = ({ since }: Problem) => since?.getTime() ?? Number.MAX_SAFE_INTEGER;
