import type { SubscriptionId } from "../../../platform/ids.ts";
import { NO_WAVE, type Plan } from "../plans/plan.ts";
import { type AlertPolicy, type Allowance, allowance, hasNextWave } from "../plans/policy.ts";
import { selectNewcomers } from "../selection/select-newcomers.ts";
import { isAnyoneLeft } from "../selection/select-next.ts";
import { isUsedUp, selectPeople } from "../selection/select-people.ts";
import { createAgenda } from "./agenda.ts";
import { createPace } from "./pace.ts";
import { PastLine, type Selected } from "./past-line.ts";
import type { PastPerson } from "./past-person.ts";
import { beforeFirstWave, lastUntil, type Notified, type PastRestock } from "./past-restock.ts";
import { stockOf } from "./past-stock.ts";

/** A replay stops after this many waves. */
export const WAVES_MAX = 2_000;
const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
/** As `markBought` waits for the next stock report. */
const STOCK_REPORT = 60 * SECOND;

/** What happens at a time, apart from the waves. */
type Happening =
  /** More units came, or the plan was resumed: the next wave is due. */
  | { readonly kind: "due" }
  /** Somebody confirmed their sign-up. */
  | { readonly kind: "confirmed" }
  | { readonly kind: "offer ended"; readonly offer: OpenOffer };

type OpenOffer = {
  readonly person: PastPerson;
  readonly place: number;
  readonly units: number;
  /** Whether its shopper keeps their place when it ends. */
  readonly returns: boolean;
  readonly isSold: boolean;
};

export type ReplayOtherwise = {
  readonly recipients: ReadonlyMap<SubscriptionId, Notified>;
  /** Waves that selected people. */
  readonly waves: number;
  /** Why the replay stopped before the restock was over; absent when it did not. */
  readonly stopped?: "many waves" | "stock not known";
};

/** Replays a restock with another policy. The waves are decided by the rules of the service, at the times that the policy
 *  gives them: from the first real wave on, without delays of delivery. Everything that did not come from the plan is as it
 *  was: the stock, who joined and left the line, pauses, and the end of the plan. An alert fails if it really failed; all
 *  others reach their person at once. Somebody who really had an offer of the plan answers as they did, as long after the
 *  alert; the others do not answer. */
export async function replayOtherwise(
  restock: PastRestock,
  policy: AlertPolicy,
  now: number,
  pace = createPace(),
): Promise<ReplayOtherwise> {
  const { people, log } = restock;
  const first = log.find(({ kind }) => kind === "selected" || kind === "soldOut");
  if (!first) return { recipients: new Map(), waves: 0 };
  const stock = stockOf(restock);
  const ended = log.find(({ kind }) => kind === "cancelled" || kind === "superseded");
  const until = Math.min(ended?.at ?? now, stock.until);
  const { offer } = policy;
  const wait = (offer ? 0 : policy.waitSeconds) * SECOND;

  let plan: Plan = { ...beforeFirstWave(restock.plan), policy };
  const line = new PastLine(people, plan, { isAsItWas: false });
  const recipients = new Map<SubscriptionId, Notified>();
  const pauses = pausesIn(restock);
  let due: number | undefined = first.at;
  let lastWaveAt: number | undefined;
  let waves = 0;
  /** Units that the offers of this replay reserve. */
  let unitsOffered = 0;

  const dues = [...stock.addedAt, ...pauses.map((pause) => pause.until), ...returnsTo(restock)];
  const confirmations = people.flatMap(({ confirmedAt }) => confirmedAt);
  const agenda = createAgenda<Happening>(
    [
      ...dues.map((at) => ({ at, what: { kind: "due" } as const })),
      ...confirmations.map((at) => ({ at, what: { kind: "confirmed" } as const })),
    ].filter(({ at }) => at > first.at && Number.isFinite(at)),
  );

  const reservedByOthers = findReservedByOthers(restock);
  const reservedAt = (time: number) => unitsOffered + (lastUntil(reservedByOthers, time)?.units ?? 0);
  const known = (time: number) => ({
    unitsSelected: plan.unitsSelected,
    isWaitOver: wait > 0 && lastWaveAt !== undefined && lastWaveAt + wait <= time,
    unitsReserved: offer ? reservedAt(time) : 0,
  });

  /** Delivers the alerts of those who were selected. Units of those whom they do not reach go to the next in line. */
  function deliver(selected: readonly Selected[], wave: number, at: number) {
    let givenBack = 0;
    for (const one of selected) {
      const { id, deliveries } = one.person;
      line.notify(id);
      if (deliveries.get(plan.id)?.hasFailed) {
        givenBack += one.wanted;
        continue;
      }
      recipients.set(id, { wave, at });
      if (offer) openOffer(one, at, offer);
    }
    const isReturned = givenBack > 0 && (offer !== undefined || policy.audience === "per-unit");
    if (!isReturned) return;
    if (!offer) plan = { ...plan, unitsSelected: Math.max(plan.unitsSelected - givenBack, 0) };
    due = at;
  }

  function openOffer({ person, place, reserved }: Selected, at: number, { minutes, after }: NonNullable<typeof offer>) {
    const over = Math.floor(at / MINUTE) * MINUTE + (minutes + 1) * MINUTE;
    const answer = person.answers.get(plan.id);
    const alert = person.deliveries.get(plan.id);
    const declined = answer?.kind === "declined" && alert ? at + (answer.at - alert.at) : Number.POSITIVE_INFINITY;
    const end = person.ends.find((one) => one.at > at);
    const unanswered = Math.min(over, declined);
    const isEnded = end !== undefined && end.at <= unanswered;
    const open = {
      person,
      place,
      units: reserved,
      returns: after === "keep" && !isEnded && (answer?.kind !== "accepted" || declined < over),
      isSold: isEnded && end.isBought,
    };
    unitsOffered += open.units;
    agenda.add(isEnded ? end.at : unanswered, { kind: "offer ended", offer: open });
  }

  async function runWave(at: number) {
    const level = stock.at(at);
    line.moveTo(at);
    plan = { ...plan, waves: plan.waves + 1 };
    if (!level?.isIn) {
      due = undefined;
      return;
    }
    const allowed = allowance(policy, level, known(at));
    const { selected, progress } = await selectPeople(line, plan, allowed, NO_TURN);
    const isCutShort = allowed !== "none" && selected.mayBeMore && !isUsedUp(allowed, selected);
    plan = { ...plan, ...progress, unitsSelected: plan.unitsSelected + selected.units };
    if (selected.people > 0) {
      lastWaveAt = at;
      waves += 1;
    }
    due = nextAt(at, allowed, isCutShort, selected.people);
    deliver(line.takeSelected().selected, plan.waves, at);
  }

  function nextAt(at: number, allowed: Allowance | "none", isCutShort: boolean, selected: number) {
    if (isCutShort) return at;
    return hasNextWave(policy, allowed, selected) ? at + wait : undefined;
  }

  /** People who confirm while units are left for them do not wait for the next wave. */
  async function notifyConfirmed(at: number) {
    const level = stock.at(at);
    line.moveTo(at);
    if (!level?.isIn || !plan.next) return;
    const allowed = allowance(policy, level, known(at));
    if (allowed === "none" || (await isAnyoneLeft(line, plan))) return;
    const { units } = await selectNewcomers(line, plan, allowed, { wave: NO_WAVE, turn: NO_TURN });
    plan = { ...plan, unitsSelected: plan.unitsSelected + units };
    deliver(line.takeSelected().selected, NO_WAVE, at);
  }

  async function happen(at: number, what: Happening) {
    if (what.kind === "confirmed") return notifyConfirmed(at);
    if (what.kind === "offer ended") {
      const { person, place, units, returns, isSold } = what.offer;
      unitsOffered -= units;
      line.moveTo(at);
      if (returns) line.comeBack(person, place);
      due = Math.min(due ?? Number.POSITIVE_INFINITY, at + (isSold ? STOCK_REPORT : 0));
    } else due = Math.min(due ?? Number.POSITIVE_INFINITY, at);
  }

  for (let steps = 0; ; steps += 1) {
    const at = Math.min(due ?? Number.POSITIVE_INFINITY, agenda.nextAt() ?? Number.POSITIVE_INFINITY);
    if (at > until || at === Number.POSITIVE_INFINITY) break;
    if (plan.waves >= WAVES_MAX || steps >= STEPS_MAX) return { recipients, waves, stopped: "many waves" };
    await pace();
    const next = agenda.takeUntil(at);
    if (next) {
      await happen(next.at, next.what);
      continue;
    }
    const pause = pauses.find((one) => one.from <= at && at < one.until);
    if (pause)
      due = undefined; // the plan goes on when it is resumed
    else await runWave(at);
  }
  return { recipients, waves, ...(until < now && until === stock.until ? { stopped: "stock not known" } : {}) };
}
const NO_TURN = "0";
const STEPS_MAX = 200_000;

/** When the plan was paused, after its first wave. */
function pausesIn({ log }: Pick<PastRestock, "log">) {
  const pauses: { readonly from: number; until: number }[] = [];
  for (const { at, kind } of log) {
    const last = pauses.at(-1);
    if (kind === "paused") pauses.push({ from: at, until: Number.POSITIVE_INFINITY });
    if (kind === "resumed" && last) last.until = Math.min(last.until, at);
  }
  return pauses;
}

/** When people came back into the line because an offer of another plan ended: the units go to the next in line. */
const returnsTo = ({ plan, people }: PastRestock) =>
  people.flatMap(({ events }) =>
    events.flatMap(({ kind, planId, at }) => (kind === "returned" && planId !== plan.id ? [at] : [])),
  );

/** How many units the offers of other plans reserve, from each of these times on. */
function findReservedByOthers({
  plan,
  people,
}: PastRestock): readonly { readonly at: number; readonly units: number }[] {
  const changes = people.flatMap(({ offers, deliveries, events }) =>
    offers.flatMap(({ planId, until, units }) => {
      const from = planId === plan.id ? undefined : deliveries.get(planId)?.at;
      if (from === undefined) return [];
      const end = events.find(({ kind, at }) => kind !== "joined" && at > from);
      const to = Math.min(until, end?.at ?? until);
      return to > from
        ? [
            { at: from, by: units },
            { at: to, by: -units },
          ]
        : [];
    }),
  );
  let units = 0;
  return changes
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, by }) => {
      units += by;
      return { at, units };
    });
}
