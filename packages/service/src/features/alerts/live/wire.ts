import { Type } from "typebox";
import type { PlanOverview } from "../overview/describe-plans.ts";
import { planOverviewRecord } from "../overview/wire.ts";

export const LivePlansIn = Type.Object({
  pid: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "The store that the page shows. If the session has opened another since, the call is refused",
    }),
  ),
});

/** The data of an event, as an item of GET plans. */
export const planText = (plan: PlanOverview) => JSON.stringify(planOverviewRecord(plan));
