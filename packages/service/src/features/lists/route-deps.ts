import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoreTx } from "../../platform/db/db.ts";
import { FailureRef } from "../../platform/http/failure.ts";
import type { WithIdempotencyKey } from "../../platform/http/idempotency-key.ts";
import { type TakeTurns, takeTurns } from "../../platform/take-turns.ts";
import type { Shopper } from "../shoppers/shopper.ts";
import type { StoreCache } from "../stores/store-cache.ts";
import type { ListDeps } from "./items/change-items.ts";
import type { ListReader } from "./reading/fetch-lists.ts";
import type { FindSaved } from "./reading/find-saved.ts";

// What the routes of this feature share.

export type ListRouteDeps = ListDeps & {
  readonly reader: ListReader;
  readonly findSaved: FindSaved;
  readonly stores: StoreCache;
  readonly withIdempotencyKey: WithIdempotencyKey;
  /** Whether a mail server is configured. */
  readonly canMail: boolean;
};

export const refusals = { "4xx": FailureRef, "5xx": FailureRef };
export const shopperCall = { tags: ["Lists"], consumes: ["application/x-www-form-urlencoded", "application/json"] };

/** Runs a write of a shopper; repeated under an Idempotency-Key it answers the same again. */
export type Write = (
  request: FastifyRequest,
  reply: FastifyReply,
  effect: (shopper: Shopper, tx?: StoreTx) => Promise<string>,
) => Promise<string | Buffer>;

export const createWrite =
  (
    { shoppers, withIdempotencyKey }: Pick<ListRouteDeps, "shoppers" | "withIdempotencyKey">,
    inTurn: TakeTurns = (_shopper, work) => work(),
  ): Write =>
  async (request, reply, effect) => {
    const shopper = await shoppers.identify(request, reply);
    const who = { storeId: shopper.store.id, credential: shopper.regid };
    const write = () => withIdempotencyKey(request, who, (tx) => effect(shopper, tx));
    return sendJson(reply, await inTurn(`${who.storeId} ${who.credential}`, write));
  };

/** For new lists, which are made one after the other: a crowd of one shopper must not wait with all connections. */
export const createWriteInTurn = (parts: Pick<ListRouteDeps, "shoppers" | "withIdempotencyKey">): Write =>
  createWrite(parts, takeTurns({ waitingMax: IN_LINE_MAX }));
const IN_LINE_MAX = 256;

/** Records are JSON text already: they are sent as they are. */
export function sendJson(reply: FastifyReply, json: string | Buffer) {
  reply.type("application/json; charset=utf-8").serializer(String);
  return json;
}

export const isSent = (value: unknown) => value !== undefined && value !== null && value !== "";
