import { useQuery } from "@tanstack/react-query";
import { read } from "../../session/queries.ts";
import { STEPS, type Step } from "./routes.ts";

type State = "done" | "skipped" | "open";
export type SetupProgress = {
  readonly states: Readonly<Record<Step, State>>;
  readonly skipped: readonly Step[];
  readonly isFinished: boolean;
  /** Nothing was seen of the shop. */
  readonly isEmpty: boolean;
  /** The same, and nobody has begun to set it up. */
  readonly isUntouched: boolean;
};

const POLL_MS = 2_000;

/** How far the merchant is with setting up the store. `isWatched`: asks every two seconds what was seen of the shop. */
export function useSetupProgress({ isWatched = false } = {}) {
  const poll = { refetchInterval: isWatched ? POLL_MS : (false as const) };
  const settings = useQuery(read("/storeadmin/v3/settings"));
  const connections = useQuery({ ...read("/storeadmin/v3/connections"), ...poll });
  const senders = useQuery(read("/storeadmin/v3/senders"));
  const queries = [settings, connections, senders];
  const failed = queries.find(({ isError, data }) => isError && data === undefined);
  const refetch = () => Promise.all(queries.map((query) => query.refetch()));
  if (!settings.data || !connections.data || !senders.data)
    return { data: undefined, error: failed?.error ?? null, refetch };

  const { setup } = settings.data.settings;
  const { own } = settings.data;
  const { script, firstSave, stock, catalogue } = connections.data;
  const { email } = senders.data;
  const skipped = setup.skipped ?? [];
  const isFinished = setup.finishedAt !== undefined;
  const done: Record<Step, boolean> = {
    look: own.includes("alerts.color") || own.includes("shop.logo"),
    script: firstSave !== null,
    stock: stock.lastReport !== null,
    sender: email.health.lastSuccessAt !== null && (email.address === null || email.verified),
    rehearsal: isFinished && !skipped.includes("rehearsal"),
  };
  const stateOf = (step: Step): State => (done[step] ? "done" : skipped.includes(step) ? "skipped" : "open");
  const isEmpty =
    script.firstSeen === null && firstSave === null && stock.lastReport === null && catalogue.lastReport === null;
  const data: SetupProgress = {
    states: Object.fromEntries(STEPS.map((step) => [step, stateOf(step)])) as Record<Step, State>,
    skipped,
    isFinished,
    isUntouched: isEmpty && !isFinished && skipped.length === 0,
    isEmpty,
  };
  return { data, error: null, refetch };
}

/** The first step that is neither done nor skipped. */
export const nextStepOf = ({ states }: SetupProgress): Step | undefined =>
  STEPS.find((step) => states[step] === "open");
