import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { PLANS, type Plan, type PlansPage } from "../../components/plan.ts";
import { useSession } from "../../session/session.ts";
import { followPlans } from "./follow-plans.ts";

export type LiveState = "opening" | "live" | "lost";
/** Many plans can change at once. */
const READ_AGAIN_MS = 500;

/** Keeps every read of plans up to date while the page is open. */
export function useLivePlans(): LiveState {
  const client = useQueryClient();
  const pid = useSession().store?.pid ?? "";
  const [state, setState] = useState<LiveState>("opening");
  useEffect(() => {
    const stale = new Map<string, QueryKey>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    function readAgain() {
      timer = undefined;
      for (const queryKey of stale.values()) void client.invalidateQueries({ queryKey, exact: true });
      stale.clear();
    }
    const stop = followPlans(pid, {
      ready() {
        setState("live");
        void client.invalidateQueries({ queryKey: [PLANS] });
      },
      changed(plan) {
        for (const queryKey of putPlan(client, plan)) stale.set(JSON.stringify(queryKey), queryKey);
        if (stale.size > 0) timer ??= setTimeout(readAgain, READ_AGAIN_MS);
      },
      lost: () => setState("lost"),
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, pid]);
  return state;
}

type Pages = { readonly pages: readonly PlansPage[] };

/** Replaces the plan in every read that has it. Returns the keys of lists that must be read again, because the plan is new or
 *  changed its state. */
function putPlan(client: QueryClient, plan: Plan): QueryKey[] {
  const stale: QueryKey[] = [];
  for (const [queryKey, data] of client.getQueriesData<PlansPage | Pages>({ queryKey: [PLANS] })) {
    if (!data) continue;
    const pages = "pages" in data ? data.pages : [data];
    const before = pages.flatMap(({ items }) => items).find((one) => one.plan === plan.plan);
    const isList = "pages" in data;
    if (isList && before?.state !== plan.state) stale.push(queryKey);
    if (!before) continue;
    const replace = (page: PlansPage) => ({
      ...page,
      items: page.items.map((one) => (one.plan === plan.plan ? plan : one)),
    });
    client.setQueryData(queryKey, isList ? { ...data, pages: data.pages.map(replace) } : replace(data));
  }
  return stale;
}
