import { Type } from "typebox";
import { maybeWhy, whyOut } from "../../../platform/http/why.ts";
import { nullable } from "../../../platform/http/wire.ts";
import { HAPPENINGS } from "./happenings.ts";
import type { SubscriptionHistory } from "./history.ts";

export const HappeningWhy = whyOut("HappeningWhy", HAPPENINGS);
export const happeningWhy = maybeWhy(HappeningWhy);
export const HistoryOut = Type.Object({
  state: Type.String(),
  quantity: Type.Integer(),
  cts: Type.Integer({ description: "Signed up, in milliseconds since 1970" }),
  place: nullable(Type.Integer({ description: "Place in line, from 1" })),
  ledger: Type.Array(
    Type.Object({
      ts: Type.Integer({ description: "When, in milliseconds since 1970" }),
      state: Type.String(),
      reason: Type.String(),
      why: happeningWhy,
      plan: nullable(Type.String()),
    }),
    { description: "Every change, newest first" },
  ),
});

/** The public record of a subscription's history. Times are milliseconds, as everywhere in the API. */
export const historyRecord = ({ state, quantity, signedUpAt, place, ledger }: SubscriptionHistory) => ({
  state,
  quantity,
  cts: signedUpAt.getTime(),
  place,
  ledger: ledger.map(({ at, state: stateThen, reason, planId }) => ({
    ts: at.getTime(),
    state: stateThen,
    reason,
    why: HAPPENINGS.read(reason),
    plan: planId,
  })),
});
