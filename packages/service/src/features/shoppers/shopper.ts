import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoreTx } from "../../platform/db/db.ts";
import type { ShopperId } from "../../platform/ids.ts";
import type { Store } from "../stores/store.ts";

/** A shopper who proved to be one. `id` is the person: the account, where a guest has become part of one.
 *  A guest who has done nothing yet has no row and so no id. */
export type Shopper = {
  readonly store: Store;
  readonly id: ShopperId | undefined;
  /** On the wire. */
  readonly regid: string;
  readonly email: string | null;
  /** In milliseconds: since when the person is known, and when the session they came with was opened. */
  readonly createdAt: number;
  readonly signedInAt: number;
};

/** What features below identity are handed by the composition root. */
export type ShopperSessions = {
  /** The shopper of a browser's call, by regid and sessionid. */
  identify(request: FastifyRequest, reply: FastifyReply): Promise<Shopper>;
  /** As `identify`, but nothing where neither regid nor sessionid was sent. */
  identifyIfPresent(request: FastifyRequest, reply: FastifyReply): Promise<Shopper | undefined>;
  /** The row of the shopper, made if this is the first action of a guest. Answers the person it belongs to. */
  ensureRow(tx: StoreTx, shopper: Shopper): Promise<ShopperId>;
  /** Looks anew: what was remembered of this shopper turned out to be old. */
  reload(shopper: Shopper): Promise<Shopper>;
};
