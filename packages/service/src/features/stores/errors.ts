import { AppError } from "../../platform/errors.ts";
import { REFUSALS } from "../../platform/http/refusals.ts";

export const unknownStore = () => new AppError("not-found", "unknown-store", "There is no such store. Check the pid.");
export const badKey = () =>
  new AppError(
    "unauthorised",
    "invalid-api-key",
    "The store id or API key is wrong. Use Basic authentication with the pid as user and the key as password.",
  );
export const lacksScope = (scope: string) =>
  new AppError("forbidden", "missing-scope", `This key does not have the scope ${scope}. Create a key that has it.`);
export const lacksRole = (scope: string) =>
  new AppError(
    "forbidden",
    "missing-scope",
    `Your role does not allow this (${scope}). Ask an owner of the store to do it, or to change your role.`,
  );
export const secretKeyInBrowser = () =>
  new AppError(
    "forbidden",
    "secret-key-in-browser",
    "A store key must never be used in a browser. Rotate this key, and call /api/v3 with the shopper's regid and sessionid instead.",
  );
export const originNotAllowed = () =>
  new AppError(
    "forbidden",
    "origin-not-allowed",
    "This store does not accept calls from this origin. Add it to `origins` with settings/update, or with `keepsake store set --origins`.",
  );
export const unknownKey = (id: string) =>
  new AppError(
    "not-found",
    "unknown-key",
    `This store has no live key ${id}. List the keys with GET /storeadmin/v3/keys or \`keepsake key list\`.`,
  );
export const scopeNotYours = (scope: string) =>
  new AppError(
    "forbidden",
    "missing-scope",
    `This key does not have the scope ${scope}, so it cannot give it to another key.`,
  );
export const tooManyKeys = (max: number) =>
  new AppError("invalid", "limit-reached", REFUSALS.say("keys-limit", { max }));
export const tooManyConnectors = (max: number) =>
  new AppError("invalid", "limit-reached", REFUSALS.say("connectors-limit", { max }));
export const keyReplaced = (id: string, until: Date) =>
  new AppError("invalid", "key-replaced", REFUSALS.say("key-replaced", { key: id, until: until.toISOString() }));
export const pidTaken = (pid: string) =>
  new AppError("invalid", "pid-taken", `A store with the pid ${pid} already exists. Choose another pid.`);
export const invalidSetting = (text: string) => new AppError("invalid", "invalid-setting", text);
