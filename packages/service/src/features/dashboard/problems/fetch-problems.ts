import type { Clock } from "../../../platform/clock.ts";
import type { StoreTx } from "../../../platform/db/db.ts";
import { findBrake } from "../../alerts/feedback/find-brake.ts";
import { findHeldPlans } from "../../alerts/plans/find-held-plans.ts";
import { findSenderFacts } from "../../alerts/senders/find-sender-facts.ts";
import { hasStock } from "../../catalog/stock/has-stock.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { findTroubledEndpoints } from "../../events/webhooks/endpoints/find-troubled-endpoints.ts";
import { fetchConnections } from "../../stores/connections/fetch-connections.ts";
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
      const facts = { plan: id, platformId: variant?.platformId ?? null, title, variantTitle, topic, reason };
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

const findAccessProblems: Find = async (tx) => {
  const keys = await findExpiringKeys(tx);
  const problems: Problem[] = keys.map((facts) => ({ type: "key-expiring", severity: "error", since: null, facts }));
  if (await hasOneOwner(tx)) problems.push({ type: "no-recovery-owner", severity: "warning", since: null, facts: {} });
  return problems;
};

const FINDERS: readonly Find[] = [
  findConnectionProblems,
  findSenderProblems,
  findAlertProblems,
  findWebhookProblems,
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
