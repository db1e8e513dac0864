import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoreTx } from "../../platform/db/db.ts";
import type { WithIdempotencyKey } from "../../platform/http/idempotency-key.ts";
import { sendJson } from "../../platform/http/send-json.ts";
import { type TakeTurns, takeTurns } from "../../platform/take-turns.ts";
import type { Shopper, ShopperSessions } from "../shoppers/shopper.ts";

type Deps = { readonly shoppers: ShopperSessions; readonly withIdempotencyKey: WithIdempotencyKey };

/** Runs a write of the shopper who calls and sends the record it returns. With an Idempotency-Key, a repeated request
 *  gets the first answer. */
export type ShopperWrite = (
  request: FastifyRequest,
  reply: FastifyReply,
  effect: (shopper: Shopper, tx?: StoreTx) => Promise<string>,
) => Promise<string | Buffer>;

export const createShopperWrite =
  ({ shoppers, withIdempotencyKey }: Deps, inTurn: TakeTurns = (_shopper, work) => work()): ShopperWrite =>
  async (request, reply, effect) => {
    const shopper = await shoppers.identify(request, reply);
    const caller = { storeId: shopper.store.id, credential: shopper.regid };
    const write = () => withIdempotencyKey(request, caller, (tx) => effect(shopper, tx));
    return sendJson(reply, await inTurn(`${caller.storeId} ${caller.credential}`, write));
  };

const WAITING_MAX = 256;

/** For creating lists, which takes a lock of the shopper: many requests of one shopper must not wait for it with all
 *  connections of the pool. */
export const createShopperWriteInTurn = (deps: Deps): ShopperWrite =>
  createShopperWrite(deps, takeTurns({ waitingMax: WAITING_MAX }));
