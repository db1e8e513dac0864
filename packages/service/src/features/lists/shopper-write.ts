import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoreTx } from "../../platform/db/db.ts";
import type { WithIdempotencyKey } from "../../platform/http/idempotency-key.ts";
import { sendJson } from "../../platform/http/send-json.ts";
import { type TakeTurns, takeTurns } from "../../platform/take-turns.ts";
import type { Shopper, ShopperSessions } from "../shoppers/shopper.ts";

type Deps = { readonly shoppers: ShopperSessions; readonly withIdempotencyKey: WithIdempotencyKey };

/** Identifies the shopper, runs `effect` and sends the record that it returns. A repeated request with the same
 *  Idempotency-Key gets the first answer. */
type ShopperWrite = (
  request: FastifyRequest,
  reply: FastifyReply,
  effect: (shopper: Shopper, tx?: StoreTx) => Promise<string>,
) => Promise<string | Buffer>;

export const createShopperWrite =
  ({ shoppers, withIdempotencyKey }: Deps, inTurn: TakeTurns = (_shopper, work) => work()): ShopperWrite =>
  async (request, reply, effect) => {
    const shopper = await shoppers.identifyToWrite(request, reply);
    const caller = { storeId: shopper.store.id, credential: shopper.regid };
    const write = () => withIdempotencyKey(request, caller, (tx) => effect(shopper, tx));
    return sendJson(reply, await inTurn(`${caller.storeId} ${caller.credential}`, write));
  };

const WAITING_MAX = 256;

/** For calls that create a list, which lock the shopper. Requests of one shopper wait for each other here, so that they
 *  do not take all database connections while they wait for the lock. */
export const createShopperWriteInTurn = (deps: Deps): ShopperWrite =>
  createShopperWrite(deps, takeTurns({ waitingMax: WAITING_MAX }));
