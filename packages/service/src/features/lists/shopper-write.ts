import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoreTx } from "../../platform/db/db.ts";
import type { WithIdempotencyKey } from "../../platform/http/idempotency-key.ts";
import { sendJson } from "../../platform/http/send-json.ts";
import type { TakeTurns } from "../../platform/take-turns.ts";
import { type Shopper, type ShopperSessions, shopperAsRequester } from "../shoppers/shopper.ts";

type Deps = {
  readonly shoppers: ShopperSessions;
  readonly withIdempotencyKey: WithIdempotencyKey;
  readonly inTurn: TakeTurns;
};

/** Identifies the shopper, runs `effect` and sends the record that it returns. A repeated request with the same
 *  Idempotency-Key gets the first answer. Writes of one shopper wait for each other here, so that they do not take all
 *  database connections while they wait for a locked list. A folded write needs no connection of its own: it waits for
 *  nobody. */
export const createShopperWrite =
  ({ shoppers, withIdempotencyKey, inTurn }: Deps) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    effect: (shopper: Shopper, tx?: StoreTx) => Promise<string>,
    { isFolded = false } = {},
  ): Promise<string | Buffer> => {
    const shopper = await shoppers.identifyToWrite(request, reply);
    const caller = shopperAsRequester(shopper);
    const write = () => withIdempotencyKey(request, caller, (tx) => effect(shopper, tx));
    const written =
      isFolded && request.headers["idempotency-key"] === undefined
        ? write()
        : inTurn(`${caller.storeId} ${caller.credential}`, write);
    return sendJson(reply, await written);
  };
