import { InvalidArgumentError } from "commander";
import { type TSchema, Type } from "typebox";
import { Value } from "typebox/value";
import { describeProblem } from "../../../platform/text/expectation-of.ts";
import { describeWrongOrigin, findWrongOrigin } from "./origins.ts";
import { DEFAULT_LIMITS, type Market, Markets, RULE_GROUPS, type RuleGroup, StoreSettings } from "./settings.ts";

// Each function parses the text of one option of `keepsake store set`.

export type Rules = Pick<StoreSettings, RuleGroup>;

const SCHEMAS: ReadonlyMap<string, TSchema> = new Map(
  RULE_GROUPS.flatMap((group) =>
    Object.entries<TSchema>(StoreSettings.properties[group].properties)
      .filter(([, schema]) => !Type.IsRecord(schema)) // words are too many for an option
      .map(([name, schema]) => [`${group}.${name}`, schema] as const),
  ),
);
const NAMES = [...SCHEMAS.keys()].join(", ");

/** Adds one rule such as `alerts.perUnit=2` to the rules of the options before it. */
export function parseRule(text: string, before: Rules): Rules {
  const [, setting = "", group = "", name = "", sent = ""] = /^((\w+)\.(\w+))=(.+)$/.exec(text) ?? [];
  if (!setting) throw new InvalidArgumentError(`Write name=value, such as stock.minimum=3. Names: ${NAMES}`);
  const schema = SCHEMAS.get(setting);
  if (!schema) throw new InvalidArgumentError(`There is no setting ${setting}. Settings: ${NAMES}`);
  const value = toValue(sent, { isList: "items" in schema });
  const [problem] = Value.Errors(schema, value);
  if (problem) throw new InvalidArgumentError(describeProblem(schema, problem, setting));
  const groups: Record<string, object | undefined> = before;
  return { ...before, [group]: { ...groups[group], [name]: value } };
}

function toValue(text: string, { isList }: { readonly isList: boolean }) {
  if (isList) return text === "none" ? [] : text.split(",").map((entry) => entry.trim());
  if (/^\d+(?:\.\d{1,4})?$/.test(text)) return Number(text);
  return text === "true" || text === "false" ? text === "true" : text;
}

export function parseDays(text: string) {
  if (text === "never") return null;
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 3_650)
    throw new InvalidArgumentError("Give whole days, 1 to 3650, or `never`.");
  return days;
}

export function parseOrigins(text: string) {
  if (text === "any") return null;
  const origins = text.split(",").map((origin) => origin.trim());
  if (origins.length > 50) throw new InvalidArgumentError("Give at most 50 origins.");
  const wrong = findWrongOrigin(origins);
  if (wrong !== undefined) throw new InvalidArgumentError(describeWrongOrigin(wrong));
  return origins;
}

export function parseMarkets(text: string): Market[] | null {
  if (text === "none") return null;
  let markets: unknown;
  try {
    markets = JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('Give JSON, such as [{"name":"eu","currency":"EUR","locations":["berlin"]}].');
  }
  const [problem] = Value.Errors(Markets, markets);
  if (problem) throw new InvalidArgumentError(describeProblem(Markets, problem, "markets"));
  return markets as Market[];
}

export function parseListTypes(text: string) {
  if (text === "none") return [];
  const listTypes = text.split(",").map((type) => type.trim());
  if (listTypes.length > 20 || listTypes.some((type) => !/^[\w-]{1,40}$/.test(type))) {
    throw new InvalidArgumentError(
      "Give at most 20 types of letters, digits, _ or -, such as _recommends,persistentcart",
    );
  }
  return listTypes;
}

export function parseSwitch(text: string) {
  if (text !== "on" && text !== "off") throw new InvalidArgumentError("Give on or off.");
  return text === "on";
}

export const parseCount = (max: number) => (text: string) => {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > max)
    throw new InvalidArgumentError(`Give a whole number, 1 to ${max}.`);
  return count;
};

/** Adds one limit such as `key=6000/60` to the limits of the options before it. */
export function parseLimit(text: string, before: object) {
  const [, name = "", points, seconds] = /^(\w+)=(\d{1,9})\/(\d{1,4})$/.exec(text) ?? [];
  if (!Object.hasOwn(DEFAULT_LIMITS, name) || Number(points) < 1 || Number(seconds) < 1 || Number(seconds) > 3_600) {
    throw new InvalidArgumentError(
      `Write name=points/seconds, e.g. key=6000/60. Names: ${Object.keys(DEFAULT_LIMITS).join(", ")}`,
    );
  }
  return { ...before, [name]: { points: Number(points), seconds: Number(seconds) } };
}
