import type { StoreTx } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/text/email.ts";
import { lastOwner, noOrganisation, tooManyMembers, unknownMember } from "./errors.ts";
import type { MemberRole } from "./roles.ts";
import { countMembers, countOwners, deleteMember, lockOrganisation, updateRole, upsertMember } from "./sql.ts";

const MEMBERS_MAX = 500;

/** Adds a member, or changes the role of one. */
export async function addMember(
  tx: StoreTx,
  { email, role, invitedBy }: { readonly email: Email; readonly role: MemberRole; readonly invitedBy: string },
) {
  const organisationId = await lockOrganisation(tx);
  if (organisationId === undefined) throw noOrganisation();
  await upsertMember(tx, { organisationId, email, role, invitedBy });
  if ((await countMembers(tx)) > MEMBERS_MAX) throw tooManyMembers(MEMBERS_MAX);
  await requireOwner(tx);
}

export async function changeRole(tx: StoreTx, email: Email, role: MemberRole) {
  await lockOrganisation(tx);
  if ((await updateRole(tx, email, role)).length === 0) throw unknownMember();
  await requireOwner(tx);
}

export async function removeMember(tx: StoreTx, email: Email) {
  await lockOrganisation(tx);
  if ((await deleteMember(tx, email)).length === 0) throw unknownMember();
  await requireOwner(tx);
}

/** Somebody must be able to invite others. The lock of the organisation keeps two owners from removing each other. */
async function requireOwner(tx: StoreTx) {
  if ((await countOwners(tx)) === 0) throw lastOwner();
}
