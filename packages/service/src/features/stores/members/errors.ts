import { AppError } from "../../../platform/errors.ts";
import { REFUSALS } from "../../../platform/http/refusals.ts";
import type { Scope } from "../access/scopes.ts";
import type { MemberRole } from "./roles.ts";

export const notSignedIn = () =>
  new AppError("unauthorised", "not-signed-in", "You are not signed in, or your session has ended. Sign in again.");
export const secondFactorNeeded = () =>
  new AppError(
    "unauthorised",
    "second-factor-needed",
    "Your account has a second factor. Sign in with a passkey, or confirm with a code of your app.",
  );
export const stepUpNeeded = () =>
  new AppError(
    "forbidden",
    "step-up-needed",
    "This needs a fresh proof that it is you. Confirm with your passkey, a code of your app or your password, and repeat the call with the token of that answer.",
  );
export const wrongOrigin = () =>
  new AppError(
    "forbidden",
    "wrong-origin",
    "A dashboard session can only be used by the dashboard itself, with its Origin and the token of the open store. Load the page again. From a script, use an API key.",
  );
export const openAStore = () =>
  new AppError(
    "forbidden",
    "open-a-store",
    "You are a member of several stores. Open one of them with /storeadmin/v3/me/open-store, and repeat the call.",
  );
export const noStore = () =>
  new AppError("forbidden", "no-store", "You are not a member of this store. Ask one of its owners to invite you.");
export const operatorsOnly = () =>
  new AppError(
    "forbidden",
    "operators-only",
    "Only operators of this installation may do this, in the dashboard. Somebody with access to the server makes one with `npx keepsake operator add`.",
  );
export const membersOnly = () =>
  new AppError(
    "forbidden",
    "members-only",
    "Only members of this store may do this, in the dashboard: each chooses for themselves. Sign in as one.",
  );
export const unknownMember = () =>
  new AppError("not-found", "unknown-member", "This store has no member with this address.");
export const roleNotYours = (role: MemberRole, scope: Scope) =>
  new AppError(
    "forbidden",
    "missing-scope",
    `This key does not have the scope ${scope}, so it cannot make somebody ${role}. Use a key with all scopes of that role, or let an owner do it.`,
  );
export const keyOfOneStore = () =>
  new AppError(
    "forbidden",
    "key-of-one-store",
    "This store belongs to an organisation with other stores, whose members are the same people. A key is for one store, so it cannot change them. Ask an owner to sign in and change them.",
  );
export const lastOwner = () =>
  new AppError("invalid", "last-owner", "Somebody must be an owner. Make another member an owner first.");
export const noOrganisation = () =>
  new AppError(
    "invalid",
    "no-organisation",
    "This store was created by an older version. Add its first member with `npx keepsake member add`.",
  );
export const tooManyMembers = (max: number) =>
  new AppError("invalid", "limit-reached", REFUSALS.say("members-limit", { max }));
