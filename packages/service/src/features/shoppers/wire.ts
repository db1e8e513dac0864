import { type Static, Type } from "typebox";
import type { AppError } from "../../platform/errors.ts";
import { isOn, Switch } from "../../platform/http/wire.ts";
import { type Email, invalidEmail, toEmail } from "../../platform/text/email.ts";
import type { Store } from "../stores/store.ts";
import { Pid } from "../stores/wire.ts";
import { incompleteCredentials, invalidUuid, noShopperGiven } from "./errors.ts";
import type { Identity } from "./issue-identity.ts";
import type { Merged } from "./merge/merge-guest.ts";
import type { Sync } from "./merge/sync-guest.ts";
import { accountRegid, formatRegid, getRegid, type Regid, toUuid } from "./regid.ts";
import type { ShopperCredentials } from "./shopper.ts";

const UUID_MAX = 100;
const EMAIL_MAX = 500;
const UserAgentType = Type.String({ maxLength: 500, description: "Kind of client, such as mobileApp; may be empty" });
const Uuid = Type.String({ maxLength: UUID_MAX, description: "UUID v4 of a guest" });
const UserEmail = Type.String({ maxLength: EMAIL_MAX, description: "Email address of the shopper" });
const RegidIn = Type.String({ minLength: 1, maxLength: 200, description: "Shopper id from generate-regid" });
const SessionidIn = Type.String({ minLength: 1, maxLength: 200, description: "Session id from generate-regid" });

/** The fields by which a browser's call identifies its shopper; `ShopperSessions` reads them. */
export const shopperCredentials = { pid: Pid, regid: RegidIn, sessionid: SessionidIn };

/** Returns undefined when the body has neither regid nor sessionid. */
export function readCredentials(body: unknown): ShopperCredentials | undefined {
  const { pid, regid, sessionid } = body as { pid: string; regid?: string; sessionid?: string };
  if (regid === undefined && sessionid === undefined) return undefined;
  if (regid === undefined || sessionid === undefined) throw incompleteCredentials();
  return { pid, regid: withoutSpaces(regid), sessionToken: withoutSpaces(sessionid) };
}
const withoutSpaces = (text: string) => text.trim().replaceAll(" ", "");

export const GenerateRegidIn = Type.Object({
  uuid: Type.Optional(Type.Union([Uuid, Type.Null()])),
  useremail: Type.Optional(Type.Union([UserEmail, Type.Null()])),
  useragenttype: UserAgentType,
});

/** Runs before the schema check: clients expect invalid-uuid and invalid-email here, not invalid-parameter. */
export function findGenerateRegidError(body: unknown): AppError | undefined {
  const { uuid, useremail } = body as { uuid?: unknown; useremail?: unknown };
  if ((!uuid && !useremail) || !isOptionalText(uuid, UUID_MAX)) return invalidUuid();
  return isOptionalText(useremail, EMAIL_MAX) ? undefined : invalidEmail();
}

const isOptionalText = (value: unknown, max: number) =>
  value === undefined || value === null || (typeof value === "string" && value.length <= max);

export function readGenerateRegid(
  body: Static<typeof GenerateRegidIn>,
): { uuid: string; email?: undefined } | { uuid?: string; email: Email } {
  const uuid = body.uuid ? toUuid(body.uuid) : undefined;
  if (body.useremail) return { email: toEmail(body.useremail), ...(uuid ? { uuid } : {}) };
  if (!uuid) throw invalidUuid();
  return { uuid };
}

export const SyncIn = Type.Object({
  regid: RegidIn,
  useremail: UserEmail,
  useragenttype: UserAgentType,
  dryrun: Type.Optional(Switch),
});

export const readSync = (store: Store, body: Static<typeof SyncIn>): { sync: Sync; isDryRun: boolean } => ({
  sync: { regid: getRegid(store, body.regid), email: toEmail(body.useremail) },
  isDryRun: isOn(body.dryrun),
});

export const UndoIn = Type.Object({ regid: RegidIn });

export const RevokeIn = Type.Object({
  regid: Type.Optional(RegidIn),
  useremail: Type.Optional(UserEmail),
  all: Type.Optional(Switch),
});

/** Returns the shopper whose sessions are to end, or undefined for every shopper of the store. */
export function readRevoke(store: Store, { regid, useremail, all }: Static<typeof RevokeIn>): Regid | undefined {
  if (regid) return getRegid(store, regid);
  if (useremail) return accountRegid(store, toEmail(useremail));
  if (!isOn(all)) throw noShopperGiven();
  return undefined;
}

export const RegisterIn = Type.Object({
  pid: Pid,
  uuid: Type.Optional(Type.Union([Uuid, Type.Null()])),
  sessionid: Type.Optional(Type.Union([SessionidIn, Type.Literal(""), Type.Null()])),
  assertion: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: "JWT {email, exp} signed by the shop's server with its identity secret",
    }),
  ),
});

export const readGuest = ({ uuid, sessionid }: Static<typeof RegisterIn>) => ({
  ...(uuid ? { uuid: toUuid(uuid) } : {}),
  ...(sessionid ? { sessionToken: sessionid } : {}),
});

const identityFields = {
  message: Type.String({ description: "What the call did, as a text for people" }),
  regid: Type.String({ description: "Identifies the shopper; always the same for the same uuid or email" }),
  sessionid: Type.String({ description: "Proves the shopper's identity; does not expire unless revoked" }),
};
export const IdentityOut = Type.Object(identityFields);
export const SyncOut = Type.Object({
  ...identityFields,
  sessionid: Type.Optional({
    ...identityFields.sessionid,
    description: "Proves the shopper's identity; not with dryrun",
  }),
  dryrun: Type.Optional(Type.Boolean()),
  moved: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: "With dryrun: what the merge would move" }),
  ),
});
export const RegisterOut = Type.Object({
  uuid: Type.Optional(Type.String()),
  regid: identityFields.regid,
  sessionid: identityFields.sessionid,
});
export const DoneOut = Type.Object({ message: Type.String() });

export const identityRecord = ({ regid, sessionToken }: Identity) => ({
  regid: formatRegid(regid),
  sessionid: sessionToken,
});

export const previewRecord = ({ changed, moved, regid }: Merged & { regid: Regid }) => ({
  message: changed ? "This guest would become part of the account" : "This guest is already part of the account",
  regid: formatRegid(regid),
  dryrun: true,
  moved: moved as Record<string, unknown>,
});
