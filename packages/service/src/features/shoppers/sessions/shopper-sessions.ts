import type { FastifyReply, FastifyRequest } from "fastify";
import type { Limits } from "../../../platform/http/limits.ts";
import { enforce } from "../../../platform/http/rate-limit.ts";
import { shortCache } from "../../../platform/short-cache.ts";
import { limitOf } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { badRegid, halfNamed } from "../errors.ts";
import type { IdentityDeps } from "../issue-identity.ts";
import { fromWire, isGuest } from "../regid.ts";
import type { Shopper, ShopperSessions } from "../shopper.ts";
import { lockGuestForShare } from "../sql.ts";
import { identifyShopper } from "./identify-shopper.ts";

/** A revoked session is refused everywhere within this time. */
const REMEMBERED_MS = 4_000;
const SHOPPERS_MAX = 50_000;

export function createShopperSessions(
  parts: IdentityDeps,
  { stores, limits }: { stores: StoreCache; limits: Limits },
): ShopperSessions & { forgetAll(): void } {
  const remembered = shortCache(
    async (key: string) => {
      const [pid = "", regid = "", sessionid = ""] = key.split(" ");
      return identifyShopper(parts, await stores.getByPid(pid), { regid, sessionid });
    },
    // A guest without a row may get one with the next call.
    { ttlMs: REMEMBERED_MS, max: SHOPPERS_MAX, clock: parts.clock, keep: (shopper) => shopper.id !== undefined },
  );

  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<Shopper> {
    const { pid, regid, sessionid } = request.body as { pid: string; regid: string; sessionid: string };
    const store = await stores.getByPid(pid);
    const shopper = await remembered.get(
      `${store.pid} ${regid.trim().replaceAll(" ", "")} ${sessionid.trim().replaceAll(" ", "")}`,
    );
    await enforce(limits, limitOf(store.settings, "shopper"), `${store.id}:${shopper.regid}`, reply);
    return shopper;
  }

  const findAgain = async (store: Store, wire: string) => {
    const regid = fromWire(store, wire);
    if (!regid) throw badRegid();
    return { regid, found: await parts.finder.find({ storeId: store.id, regid }) };
  };

  return {
    identify,
    async identifyIfPresent(request, reply) {
      const { regid, sessionid } = request.body as { regid?: string; sessionid?: string };
      if (regid === undefined && sessionid === undefined) return undefined;
      if (regid === undefined || sessionid === undefined) throw halfNamed();
      return identify(request, reply);
    },
    async ensureRow(tx, shopper) {
      const regid = fromWire(shopper.store, shopper.regid);
      if (!regid) throw badRegid();
      if (isGuest(regid)) return lockGuestForShare(tx, regid);
      if (!shopper.id) throw badRegid();
      return shopper.id;
    },
    async reload(shopper) {
      const { found } = await findAgain(shopper.store, shopper.regid);
      const createdAt = found?.createdAt ?? shopper.createdAt;
      return { ...shopper, id: found?.belongsTo, email: found?.email ?? null, createdAt };
    },
    forgetAll: () => remembered.clear(),
  };
}
