import { Type } from "typebox";
import { effectiveSettings, namesOfOwn, SettingsInEffect } from "./merchant-settings.ts";
import type { StoreSettings } from "./settings.ts";

export const SettingsOut = Type.Object({
  version: Type.String({ description: "Also the ETag. Send it as `If-Match` with a change" }),
  pid: Type.String(),
  name: Type.String(),
  test: Type.Boolean({ description: "In a test store, mails go only to members" }),
  settings: SettingsInEffect,
  own: Type.Array(Type.String(), { description: "Names of the settings that are not at their default" }),
});

export const settingsRecord = (
  pid: string,
  stored: {
    readonly name: string;
    readonly settings: StoreSettings;
    readonly version: string;
    readonly isTest: boolean;
  },
) => ({
  version: stored.version,
  pid,
  name: stored.name,
  test: stored.isTest,
  settings: effectiveSettings(stored.settings),
  own: namesOfOwn(stored.settings),
});
