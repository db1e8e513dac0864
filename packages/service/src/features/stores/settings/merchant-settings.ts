import { type TObject, type TProperties, type TSchema, Type } from "typebox";
import { Value } from "typebox/value";
import { REFUSALS } from "../../../platform/http/refusals.ts";
import { closestTo } from "../../../platform/text/closest-to.ts";
import { describeProblem } from "../../../platform/text/expectation-of.ts";
import { invalidSetting } from "../errors.ts";
import { readElementWords } from "./element-words.ts";
import { describeWrongOrigin, findWrongOrigin } from "./origins.ts";
import {
  alertRules,
  listRules,
  Markets,
  marketsOf,
  privacyRules,
  RULE_GROUPS,
  type RuleGroup,
  resultRules,
  StoreSettings,
  sessionRules,
  setupRules,
  stockRules,
} from "./settings.ts";

/** Limits that protect the installation. They are the operator's: `npx keepsake store set`. */
const OF_OPERATOR = new Set([
  "limits",
  "sender",
  "lists.unknownVariantsMax",
  "lists.streamsMax",
  "lists.mailsPerDay",
  "alerts.confirmationsPerDay",
  "alerts.textConfirmationsPerDay",
  "sending.mailsPerDayMax",
  "sending.textsPerDayMax",
  "sending.pausedUntil",
  "sending.pauseReason",
]);

export const isOfOperator = (name: string) => OF_OPERATOR.has(name);

const Name = Type.String({ minLength: 1, maxLength: 200, description: "Name of the shop, as shoppers know it" });
const Days = StoreSettings.properties.sessionTtlDays;
const Origins = StoreSettings.properties.origins;

const fieldsOf = (group: RuleGroup): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries<TSchema>((StoreSettings.properties[group] as unknown as TObject).properties).filter(
      ([field]) => !OF_OPERATOR.has(`${group}.${field}`),
    ),
  );

const nullable = ({ description, ...schema }: TSchema & { readonly description?: string }) =>
  Type.Optional(Type.Union([schema, Type.Null()], description === undefined ? {} : { description }));
const nullableFields = (fields: Record<string, TSchema>): TProperties =>
  Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, nullable(schema)]));

/** What a merchant may change. null resets a setting to its default. */
export const SettingsChange = Type.Object({
  name: Type.Optional(Name),
  origins: nullable(Origins),
  markets: nullable(Markets),
  sessionTtlDays: nullable(Days),
  ...Object.fromEntries(RULE_GROUPS.map((group) => [group, nullable(Type.Object(nullableFields(fieldsOf(group))))])),
});

const optionalFields = (fields: Record<string, TSchema>): TProperties =>
  Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, Type.Optional(schema)]));

/** The settings in effect, for openapi.json. */
export const SettingsInEffect = Type.Unsafe<ReturnType<typeof effectiveSettings>>(
  Type.Object({
    origins: Type.Union([Origins, Type.Null()], { description: "null: any page may call" }),
    markets: Markets,
    sessionTtlDays: Type.Union([Days, Type.Null()], { description: "null: sessions do not end" }),
    ...Object.fromEntries(RULE_GROUPS.map((group) => [group, Type.Object(optionalFields(fieldsOf(group)))])),
  }),
);

/** The schema of each setting, by its name such as `alerts.color`. */
const SETTINGS: ReadonlyMap<string, TSchema> = new Map<string, TSchema>([
  ["name", Name],
  ["origins", Origins],
  ["markets", Markets],
  ["sessionTtlDays", Days],
  ...RULE_GROUPS.flatMap((group) =>
    Object.entries(fieldsOf(group)).map(([field, schema]): [string, TSchema] => [`${group}.${field}`, schema]),
  ),
]);

export type Changes = { readonly name?: string; readonly settings: Record<string, unknown>; readonly names: string[] };

/** Checks the settings that a merchant sends. Throws with the name of the first that is wrong, and what it must be. */
export function readChanges(sent: Readonly<Record<string, unknown>>): Changes {
  const names: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(sent)) {
    if (key === "pid") continue;
    if (isGroup(key) && value === null) {
      settings[key] = Object.fromEntries(Object.keys(fieldsOf(key)).map((field) => [field, null]));
      names.push(key);
    } else if (isGroup(key)) {
      if (typeof value !== "object" || Array.isArray(value)) throw invalidSetting(`${key} must be a JSON object.`);
      const fields = Object.entries(value as object);
      settings[key] = Object.fromEntries(
        fields.map(([field, inner]) => [field, readSetting(`${key}.${field}`, inner)]),
      );
      names.push(...fields.map(([field]) => `${key}.${field}`));
    } else {
      const read = readSetting(key, value);
      if (key !== "name") settings[key] = read;
      names.push(key);
    }
  }
  if (names.length === 0) throw invalidSetting(REFUSALS.say("no-setting", {}));
  return { ...(typeof sent["name"] === "string" ? { name: sent["name"] } : {}), settings, names };
}

const isGroup = (key: string): key is RuleGroup => RULE_GROUPS.includes(key as RuleGroup);

/** The value as it is stored. */
function readSetting(name: string, value: unknown): unknown {
  if (OF_OPERATOR.has(name)) throw invalidSetting(REFUSALS.say("setting-of-operator", { field: name }));
  const schema = SETTINGS.get(name);
  if (!schema) {
    const close = closestTo(name, [...SETTINGS.keys()]);
    throw invalidSetting(REFUSALS.say("unknown-setting", { field: name, suggestion: close ?? null }));
  }
  if (value === null && name !== "name") return value;
  if (name.startsWith("elements.")) return readElementWords(name, value);
  const [problem] = Value.Errors(schema, value);
  if (problem) throw invalidSetting(`${describeProblem(schema, problem, name)}.`);
  const wrong = name === "origins" ? findWrongOrigin(value as readonly string[]) : undefined;
  if (wrong !== undefined) throw invalidSetting(`origins: ${describeWrongOrigin(wrong)}`);
  return value;
}

/** The settings in effect, with the defaults of those that are not set, as far as they are the merchant's. */
export function effectiveSettings(settings: StoreSettings) {
  const groups = {
    shop: settings.shop ?? {},
    lists: listRules(settings),
    stock: stockRules(settings),
    alerts: alertRules(settings),
    elements: settings.elements ?? {},
    sending: settings.sending ?? {},
    sessions: sessionRules(settings),
    results: resultRules(settings),
    privacy: privacyRules(settings),
    setup: setupRules(settings),
  };
  const own = Object.fromEntries(
    RULE_GROUPS.map((group) => [
      group,
      Object.fromEntries(
        Object.entries(groups[group]).filter(([field, value]) => value !== null && SETTINGS.has(`${group}.${field}`)),
      ),
    ]),
  ) as { [Name in RuleGroup]: (typeof groups)[Name] };
  return {
    origins: settings.origins ?? null,
    markets: marketsOf(settings),
    sessionTtlDays: settings.sessionTtlDays ?? null,
    ...own,
  };
}

/** The names of the settings that differ from their default because somebody has set them. */
export const namesOfOwn = (settings: StoreSettings): string[] =>
  Object.entries(settings).flatMap(([key, value]) =>
    isGroup(key) ? Object.keys(value as object).map((field) => `${key}.${field}`) : SETTINGS.has(key) ? [key] : [],
  );
