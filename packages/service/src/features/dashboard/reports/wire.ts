import { type Static, Type } from "typebox";
import { nullable } from "../../../platform/http/wire.ts";
import { type Preferences, REPORT_LANGUAGES, THRESHOLD_MAX } from "./preferences.ts";

const fields = {
  daily: Type.Boolean({ description: "Every morning about the day before, in UTC; not if nothing happened" }),
  weekly: Type.Boolean({ description: "On Mondays about the week before" }),
  threshold: nullable(
    Type.Integer({
      minimum: 1,
      maximum: THRESHOLD_MAX,
      description: "A mail when so many people wait for a product, once until fewer do; null: none",
    }),
  ),
  language: Type.Enum(REPORT_LANGUAGES),
};

export const ReportsIn = Type.Object(fields);
export const ReportsOut = Type.Object({ email: Type.String({ description: "Where the reports go" }), ...fields });

export const readPreferences = ({ daily, weekly, threshold, language }: Static<typeof ReportsIn>): Preferences => ({
  daily,
  weekly,
  threshold: threshold as number | null,
  language,
});

export const reportsRecord = (email: string, { daily, weekly, threshold, language }: Preferences) => ({
  email,
  daily,
  weekly,
  threshold,
  language,
});

export const StopIn = Type.Object({ token: Type.String({ maxLength: 100, default: "" }) });
