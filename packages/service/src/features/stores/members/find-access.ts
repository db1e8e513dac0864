import type { HotDb } from "../../../platform/db/db.ts";
import { type Access, findAccess, findPerson, findRole } from "./sql.ts";

const STORES_SHOWN = 200;

/** The stores that a person may open, as many as the dashboard offers. */
export const findStoresOf = (hot: HotDb, email: string) => findAccess(hot, email, STORES_SHOWN);

export const findDefaultStore = async (hot: HotDb, email: string) => (await findAccess(hot, email, 1))[0];

/** The store of a person who may open no other. Whoever invites them to a second one must not move their calls there. */
export async function findOnlyStore(hot: HotDb, email: string): Promise<Access | undefined> {
  const [first, second] = await findAccess(hot, email, 2);
  return second ? undefined : first;
}

export const findMemberOf = (hot: HotDb, email: string, storeId: number) => findRole(hot, email, storeId);

export const isOperator = async (hot: HotDb, email: string) => (await findPerson(hot, email)).isOperator;

/** Whether somebody has invited this address, as a member or an operator. */
export async function isInvited(hot: HotDb, email: string): Promise<boolean> {
  const { isMember, isOperator: operates } = await findPerson(hot, email.toLowerCase());
  return isMember || operates;
}
