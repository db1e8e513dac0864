import { type Static, Type } from "typebox";
import type { AppError } from "../../platform/errors.ts";
import { isOn, Switch } from "../../platform/http/wire.ts";
import { type Email, invalidEmail, readEmail } from "../../platform/text/email.ts";
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
const UserAgentType = Type.String({ description: "Kind of client, such as mobileApp; may be empty; not stored" });
const Uuid = Type.String({ maxLength: UUID_MAX, description: "UUID v4 of a guest" });
const UserEmail = Type.String({ maxLength: EMAIL_MAX, description: "Email address of the shopper" });
const RegidIn = Type.String({ minLength: 1, maxLength: 2_048, description: "Shopper id from generate-regid" });
const SessionidIn = Type.String({ minLength: 1, maxLength: 2_048, description: "Session id from generate-regid" });

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
  uuid: Type.Optional(Uuid),
  useremail: Type.Optional(UserEmail),
  useragenttype: UserAgentType,
});

/** Runs before the schema check: clients expect invalid-uuid and invalid-email here, not invalid-parameter. */
export function findGenerateRegidError(body: unknown): AppError | undefined {
  const { uuid, useremail } = body as { uuid?: unknown; useremail?: unknown };
  if ((!uuid && !useremail) || !isOptionalText(uuid, UUID_MAX)) return invalidUuid();
  return isOptionalText(useremail, EMAIL_MAX) ? undefined : invalidEmail();
}

const isOptionalText = (value: unknown, max: number) =>
  value === undefined || (typeof value === "string" && value.length <= max);

export function readGenerateRegid(
  body: Static<typeof GenerateRegidIn>,
): { uuid: string; email?: undefined } | { uuid?: string; email: Email } {
  const uuid = body.uuid ? toUuid(body.uuid) : undefined;
  if (body.useremail) return { email: readEmail(body.useremail), ...(uuid ? { uuid } : {}) };
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
  sync: { regid: getRegid(store, body.regid), email: readEmail(body.useremail) },
  isDryRun: isOn(body.dryrun),
});

export const UndoIn = Type.Object({ regid: RegidIn });

export const RevokeIn = Type.Object({
  sessionid: Type.Optional(SessionidIn),
  regid: Type.Optional(RegidIn),
  useremail: Type.Optional(UserEmail),
  all: Type.Optional(Switch),
});

/** What is to end: one session, all sessions of a shopper, or all of the store. */
export type Revocation = { readonly sessionToken: string } | { readonly regid: Regid } | "all";

export function readRevoke(store: Store, { sessionid, regid, useremail, all }: Static<typeof RevokeIn>): Revocation {
  if (sessionid) return { sessionToken: sessionid };
  if (regid) return { regid: getRegid(store, regid) };
  if (useremail) return { regid: accountRegid(store, readEmail(useremail)) };
  if (!isOn(all)) throw noShopperGiven();
  return "all";
}

export const RegisterIn = Type.Object({
  pid: Pid,
  uuid: Type.Optional(Uuid),
  sessionid: Type.Optional(SessionidIn),
  assertion: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: "JWT {email, exp} signed by the shop's server with its identity secret",
    }),
  ),
});

export const SyncVisitorIn = Type.Object({ ...shopperCredentials, assertion: RegisterIn.properties.assertion });

export const ownIdentityRecord = ({ regid, sessionid }: Static<typeof SyncVisitorIn>) => ({ regid, sessionid });

export const ChallengeIn = Type.Object({ pid: Pid });
export const ChallengeOut = Type.Object({
  challenge: Type.String(),
  bits: Type.Integer({ description: "How many zero bits the hash must begin with; 0: the store asks for no proof" }),
});

export const LogoutIn = Type.Object({ pid: Pid, sessionid: SessionidIn });
export const readLogout = ({ sessionid }: Static<typeof LogoutIn>) => sessionid;

export const readGuest = ({ uuid, sessionid }: Static<typeof RegisterIn>) => ({
  ...(uuid ? { uuid: toUuid(uuid) } : {}),
  ...(sessionid ? { sessionToken: sessionid } : {}),
});

const identityFields = {
  message: Type.String({ description: "What the call did, as a text for people" }),
  regid: Type.String({ description: "Identifies the shopper; always the same for the same uuid or email" }),
  sessionid: Type.String({
    description: "Proves the shopper's identity until the session ends (docs/identity.md says when)",
  }),
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
    Type.Object(
      {
        lists: Type.Optional(
          Type.Object({ moved: Type.Integer(), united: Type.Integer(), itemsUnited: Type.Integer() }),
        ),
        subscriptions: Type.Optional(Type.Object({ moved: Type.Integer() })),
      },
      { description: "With dryrun: what the merge would move" },
    ),
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
  moved,
});
