import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoreTx } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import type { Store } from "../stores/store.ts";
import { getRegid } from "./regid.ts";

/** A shopper whose credentials have been checked. For a merged guest, `id` is the account's. A guest who has done nothing
 *  yet has no row, and so no id. */
export type Shopper = {
  readonly store: Store;
  readonly id: ShopperId | undefined;
  /** As text, the way clients send it. */
  readonly regid: string;
  readonly email: string | null;
  /** How often the sessions of this regid have been ended; 0 for a guest without a row. */
  readonly epoch: number;
  /** When the shopper was first seen, in milliseconds. */
  readonly createdAt: number;
  /** When the session of this call was issued, or when the account was created, if that is later; in milliseconds. */
  readonly signedInAt: number;
  /** Whether the address of the account is on the shop's mailing list. */
  readonly acceptsMarketing: boolean;
};

/** Whose idempotency keys the calls of a shopper use. */
export const shopperAsRequester = ({ store, regid }: Pick<Shopper, "store" | "regid">) => ({
  storeId: store.id,
  credential: regid,
  about: () => getRegid(store, regid),
});

export type ShopperCredentials = { readonly pid: string; readonly regid: string; readonly sessionToken: string };

/** Identifies the shoppers of browser calls, for the routes of every feature. */
export type ShopperSessions = {
  /** The shopper of a call whose body or query has `shopperCredentials`. */
  identify(request: FastifyRequest, reply: FastifyReply): Promise<Shopper>;
  /** Like `identify`, for calls that may insert the row of a guest: new guests are limited by IP address and by store. */
  identifyToWrite(request: FastifyRequest, reply: FastifyReply): Promise<Shopper>;
  /** Like `identify`, but returns undefined when the call has no credentials. */
  identifyIfPresent(request: FastifyRequest, reply: FastifyReply): Promise<Shopper | undefined>;
  /** The id of the shopper, whose row is inserted if this is a guest's first action. Refuses a session that has ended since
   *  it was cached: after an erasure, the regid belongs to a new row. */
  ensureRow(tx: StoreTx, shopper: Shopper): Promise<ShopperId>;
  /** Reads the shopper again, for callers that found the cached one to be out of date. */
  reload(shopper: Shopper): Promise<Shopper>;
};
