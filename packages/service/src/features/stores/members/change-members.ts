import type { StoreTx } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/text/email.ts";
import type { Caller } from "../access/caller.ts";
import { hasScope } from "../access/scopes.ts";
import { lastOwner, noOrganisation, roleNotYours, tooManyMembers, unknownMember } from "./errors.ts";
import { type MemberRole, SCOPES_OF_ROLE } from "./roles.ts";
import { countMembers, countOwners, deleteMember, lockOrganisation, updateRole, upsertMember } from "./sql.ts";

const MEMBERS_MAX = 500;

/** Adds a member, or changes the role of one. */
export async function addMember(
  tx: StoreTx,
  { email, role, by }: { readonly email: Email; readonly role: MemberRole; readonly by: Caller },
) {
  requireScopesOf(role, by);
  const organisationId = await lockOrganisation(tx);
  if (organisationId === undefined) throw noOrganisation();
  await upsertMember(tx, { organisationId, email, role, invitedBy: by.actor.name });
  if ((await countMembers(tx)) > MEMBERS_MAX) throw tooManyMembers(MEMBERS_MAX);
  await requireOwner(tx);
}

export async function changeRole(
  tx: StoreTx,
  { email, role, by }: { readonly email: Email; readonly role: MemberRole; readonly by: Caller },
) {
  requireScopesOf(role, by);
  await lockOrganisation(tx);
  if ((await updateRole(tx, email, role)).length === 0) throw unknownMember();
  await requireOwner(tx);
}

export async function removeMember(tx: StoreTx, email: Email) {
  await lockOrganisation(tx);
  if ((await deleteMember(tx, email)).length === 0) throw unknownMember();
  await requireOwner(tx);
}

/** A key cannot give a role that may do more than itself. Members who may give roles are owners, who may give any. */
function requireScopesOf(role: MemberRole, by: Caller) {
  const missing = SCOPES_OF_ROLE[role].find((scope) => !hasScope(by, scope));
  if (missing !== undefined) throw roleNotYours(role, missing);
}

/** Somebody must be able to invite others. The lock of the organisation keeps two owners from removing each other. */
async function requireOwner(tx: StoreTx) {
  if ((await countOwners(tx)) === 0) throw lastOwner();
}
