import type { Runner, Statement, StoreTx, SystemTx } from "../../../platform/db/db.ts";
import type { StoreId } from "../../../platform/ids.ts";
import type { MemberRole } from "./roles.ts";

export type Membership = {
  readonly email: string;
  readonly role: MemberRole;
  readonly invitedBy: string;
  readonly invitedAt: Date;
  /** Null until the person has signed in for the first time. */
  readonly joinedAt: Date | null;
};

/** A store that a person may open. */
export type Access = {
  readonly storeId: StoreId;
  readonly pid: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly isSample: boolean;
};

const ACCESS: Statement = {
  name: "access-of-member",
  text: `select s.id as "storeId", s.pid, s.name, m.role, s.is_sample as "isSample" from memberships m join stores s on s.organisation_id = m.organisation_id
    where m.email = $1 order by s.id limit $2`,
};

export const findAccess = (runner: Runner, email: string, limit: number) => runner.run<Access>(ACCESS, [email, limit]);

const ROLE_IN_STORE: Statement = {
  name: "role-in-store",
  text: `select s.id as "storeId", s.pid, s.name, m.role, s.is_sample as "isSample" from stores s join memberships m on m.organisation_id = s.organisation_id
    where s.id = $2 and m.email = $1`,
};

export async function findRole(runner: Runner, email: string, storeId: number): Promise<Access | undefined> {
  const [access] = await runner.run<Access>(ROLE_IN_STORE, [email, storeId]);
  return access;
}

const SIBLINGS: Statement = {
  name: "sibling-stores",
  text: `select exists (select from stores s join stores mine on mine.organisation_id = s.organisation_id
    where mine.id = $1 and s.id <> $1) as "hasSiblings"`,
};

/** Whether the organisation of a store has other stores. */
export async function hasSiblings(runner: Runner, storeId: StoreId): Promise<boolean> {
  const [row] = await runner.run<{ hasSiblings: boolean }>(SIBLINGS, [storeId]);
  return row?.hasSiblings === true;
}

const PERSON: Statement = {
  name: "person-of-dashboard",
  text: `select exists (select from memberships where email = $1) as "isMember",
    exists (select from operators where email = $1) as "isOperator"`,
};

export async function findPerson(runner: Runner, email: string) {
  const [person] = await runner.run<{ isMember: boolean; isOperator: boolean }>(PERSON, [email]);
  return person ?? { isMember: false, isOperator: false };
}

const MARK_JOINED: Statement = {
  name: "mark-member-joined",
  text: "update memberships set joined_at = now() where email = $1 and joined_at is null",
};

export const markJoined = (runner: Runner, email: string) => runner.run(MARK_JOINED, [email]);

/** Empty for a store without an organisation. */
export const selectMembers = (tx: StoreTx) => tx<Membership>`
  select email, role, invited_by as "invitedBy", invited_at as "invitedAt", joined_at as "joinedAt"
  from memberships where organisation_id = current_organisation() order by email limit 500`;

/** Waits for other changes of the same members. Undefined when the store has no organisation. */
export async function lockOrganisation(tx: StoreTx) {
  const [row] = await tx<{ id: number }>`
    select id from organisations where id = current_organisation() for update`;
  return row?.id;
}

export const upsertMember = (
  tx: StoreTx | SystemTx,
  member: { organisationId: number; email: string; role: MemberRole; invitedBy: string },
) => tx`
  insert into memberships (organisation_id, email, role, invited_by)
  values (${member.organisationId}, ${member.email}, ${member.role}, ${member.invitedBy})
  on conflict (organisation_id, email) do update set role = excluded.role`;

export const updateRole = (tx: StoreTx, email: string, role: MemberRole) => tx<{ email: string }>`
  update memberships set role = ${role} where organisation_id = current_organisation() and email = ${email}
  returning email`;

export const deleteMember = (tx: StoreTx, email: string) => tx<{ email: string }>`
  delete from memberships where organisation_id = current_organisation() and email = ${email} returning email`;

export async function countOwners(tx: StoreTx) {
  const [row] = await tx<{ owners: number }>`
    select count(*)::int as owners from memberships where organisation_id = current_organisation() and role = 'owner'`;
  return row?.owners ?? 0;
}

export async function countMembers(tx: StoreTx) {
  const [row] = await tx<{ members: number }>`
    select count(*)::int as members from memberships where organisation_id = current_organisation()`;
  return row?.members ?? 0;
}

/** Locks the store, so that two first members do not make two organisations. */
export async function lockStoreOrganisation(tx: SystemTx, storeId: StoreId) {
  const [row] = await tx<{ organisationId: number | null; name: string }>`
    select organisation_id as "organisationId", name from stores where id = ${storeId} for no key update`;
  return row;
}

/** Its memberships go with it. Returns false when it still has a store. */
export async function deleteEmptyOrganisation(tx: SystemTx, id: number): Promise<boolean> {
  // Changes of its members and erasures of its other stores wait.
  await tx`select from organisations where id = ${id} for update`;
  const gone = await tx<{ id: number }>`
    delete from organisations where id = ${id} and not exists (select from stores where organisation_id = ${id})
    returning id`;
  return gone.length === 1;
}

/** Deletes the accounts of people who are neither members nor operators, with their sessions, passkeys and passwords. */
export const deleteAccounts = (tx: SystemTx) => tx`
  delete from dashboard."user" u
  where not exists (select from memberships m where m.email = u."email")
    and not exists (select from operators o where o.email = u."email")`;

export const insertOperator = (tx: SystemTx, email: string) => tx`
  insert into operators (email) values (${email}) on conflict (email) do nothing`;

export const deleteOperator = (tx: SystemTx, email: string) => tx<{ email: string }>`
  delete from operators where email = ${email} returning email`;

export const selectOperators = (tx: SystemTx) => tx<{ email: string; addedAt: Date }>`
  select email, added_at as "addedAt" from operators order by email limit 500`;
