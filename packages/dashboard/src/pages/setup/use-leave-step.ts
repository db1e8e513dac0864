import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Body } from "../../api/call.ts";
import { useBusy } from "../../components/use-busy.ts";
import { useChange } from "../../session/queries.ts";
import { sessionQuery } from "../../session/session.ts";
import { STEPS, type Step } from "./routes.ts";
import type { SetupProgress } from "./setup-progress.ts";

type Settings = Body<"/storeadmin/v3/settings/update">;
export type LeaveStep = {
  readonly busy: boolean;
  readonly error: unknown;
  /** Goes to the next step, after the last one to Home. `settings` are saved first. */
  readonly goOn: (settings?: Settings) => void;
  /** Goes on without the step, and remembers that. */
  readonly skip: () => void;
};

export function useLeaveStep(step: Step, progress: SetupProgress | undefined): LeaveStep {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { busy, error, run } = useBusy();
  const change = useChange("/storeadmin/v3/settings/update", {
    changes: ["/storeadmin/v3/settings"],
  });
  const next = STEPS[STEPS.indexOf(step) + 1];
  const skipped = progress?.skipped ?? [];

  async function leave({ settings = {}, isSkipped }: { settings?: Settings | undefined; isSkipped: boolean }) {
    const others = skipped.filter((one) => one !== step);
    const setup = {
      ...(isSkipped || others.length < skipped.length ? { skipped: isSkipped ? [...others, step] : others } : {}),
      ...(next ? {} : { finishedAt: new Date().toISOString() }),
    };
    const body: Settings = { ...settings, ...(Object.keys(setup).length > 0 ? { setup } : {}) };
    if (Object.keys(body).length > 0) await change.mutateAsync(body);
    // The name of the store is part of the session.
    if (settings.name !== undefined) await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    await (next ? navigate({ to: "/setup", search: { step: next } }) : navigate({ to: "/" }));
  }
  return {
    busy,
    error,
    goOn: (settings) => run(() => leave({ settings, isSkipped: false })),
    skip: () => run(() => leave({ isSkipped: true })),
  };
}
