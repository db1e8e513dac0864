import { type Static, Type } from "typebox";
import { Pid } from "../stores/wire.ts";
import type { Identity } from "./issue-identity.ts";
import { toWire } from "./regid.ts";

const UserAgentType = Type.String({ maxLength: 500, description: "Identifies the user agent that asks; may be empty" });
export const UUID_MAX = 100;
const Uuid = Type.String({ maxLength: UUID_MAX, description: "UUID v4 of a guest" });
export const EMAIL_IN_MAX = 500;
const UserEmail = Type.String({ maxLength: EMAIL_IN_MAX, description: "Email address of the shopper" });
const RegidIn = Type.String({ minLength: 1, maxLength: 200, description: "Shopper id from generate-regid" });
const SessionidIn = Type.String({ minLength: 1, maxLength: 200, description: "Session id from generate-regid" });
/** The fields by which a browser's call names its store and proves its shopper. */
export const asShopper = { pid: Pid, regid: RegidIn, sessionid: SessionidIn };
/** A switch: `1` in a form, `1` or `true` in JSON. */
const Switch = Type.Union([
  Type.Literal("1"),
  Type.Literal("0"),
  Type.Literal("true"),
  Type.Literal("false"),
  Type.Literal(1),
  Type.Literal(0),
  Type.Boolean(),
]);
const ON: readonly unknown[] = ["1", "true", 1, true];
export const isOn = (value: Static<typeof Switch> | undefined) => ON.includes(value);

/** An optional text: absent, null, or not longer than `max`. */
export const isTextOf = (max: number, value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.length <= max);

export const GenerateRegidIn = Type.Object({
  uuid: Type.Optional(Type.Union([Uuid, Type.Null()])),
  useremail: Type.Optional(Type.Union([UserEmail, Type.Null()])),
  useragenttype: UserAgentType,
});

export const SyncIn = Type.Object({
  regid: RegidIn,
  useremail: UserEmail,
  useragenttype: UserAgentType,
  dryrun: Type.Optional(Switch),
});
export const UndoIn = Type.Object({ regid: RegidIn });
export const RevokeIn = Type.Object({
  regid: Type.Optional(RegidIn),
  useremail: Type.Optional(UserEmail),
  all: Type.Optional(Switch),
});

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

const identityFields = {
  message: Type.String({ description: "What was done, for people" }),
  regid: Type.String({ description: "Names the shopper; always the same for the same uuid or email" }),
  sessionid: Type.String({ description: "Proves the shopper; does not expire unless revoked" }),
};
export const IdentityOut = Type.Object(identityFields);
export const SyncOut = Type.Object({
  ...identityFields,
  sessionid: Type.Optional({ ...identityFields.sessionid, description: "Proves the shopper; not with dryrun" }),
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

export const fromIdentity = ({ regid, sessionToken: sessionid }: Identity) => ({ regid: toWire(regid), sessionid });
