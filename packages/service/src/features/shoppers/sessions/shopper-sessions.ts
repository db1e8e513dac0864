import type { FastifyRequest } from "fastify";
import type { Limits } from "../../../platform/http/limits.ts";
import { enforce, enforceByIp } from "../../../platform/http/rate-limit.ts";
import { shortCache } from "../../../platform/short-cache.ts";
import { type Call, countRefusals } from "../../stores/admit-visitor.ts";
import { limitOf } from "../../stores/settings/settings.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { badRegid } from "../errors.ts";
import type { IdentityDeps } from "../issue-identity.ts";
import { getRegid, isGuest } from "../regid.ts";
import type { Shopper, ShopperCredentials, ShopperSessions } from "../shopper.ts";
import { identifyShopper } from "./identify-shopper.ts";
import { lockGuestForShare } from "./sql.ts";

/** A revoked session is refused everywhere within this time. */
const TTL_MS = 4_000;
const SHOPPERS_MAX = 50_000;

/** `readCredentials` is the reader of wire.ts, which knows the names of the parameters. */
export function createShopperSessions(
  deps: IdentityDeps,
  {
    stores,
    limits,
    readCredentials,
  }: {
    stores: StoreCache;
    limits: Limits;
    readCredentials: (body: unknown) => ShopperCredentials | undefined;
  },
): ShopperSessions {
  const cached = shortCache(
    async (key: string) => {
      const [pid = "", regid = "", sessionToken = ""] = key.split(" ");
      return identifyShopper(deps, await stores.getByPid(pid), { regid, sessionToken });
    },
    // A guest without a row is not cached: the next call may insert the row.
    { ttlMs: TTL_MS, max: SHOPPERS_MAX, clock: deps.clock, keep: (shopper) => shopper.id !== undefined },
  );

  async function identify(credentials: ShopperCredentials, call: Call): Promise<Shopper> {
    const { store, shopper } = await countRefusals(limits, call, () => find(credentials));
    const { reply } = call;
    await enforce(limits, limitOf(store.settings, "shopper"), `${store.id}:${shopper.regid}`, reply);
    return shopper;
  }

  async function find({ pid, regid, sessionToken }: ShopperCredentials) {
    const store = await stores.getByPid(pid);
    return { store, shopper: await cached.get(`${store.pid} ${regid} ${sessionToken}`) };
  }

  // params.ts has merged the query into the body of a POST.
  const credentialsOf = ({ body, query }: FastifyRequest) => readCredentials(body ?? query);

  function identifyCaller(call: Call) {
    const credentials = credentialsOf(call.request);
    if (!credentials) throw new Error("The schema of this route does not require shopperCredentials");
    return identify(credentials, call);
  }

  return {
    identify: async (request, reply) => identifyCaller({ request, reply }),
    async identifyToWrite(request, reply) {
      const shopper = await identifyCaller({ request, reply });
      if (shopper.id !== undefined) return shopper;
      const { id: scope, settings } = shopper.store;
      await enforceByIp(limits, limitOf(settings, "guest"), { request, reply, scope });
      await enforce(limits, limitOf(settings, "storeGuests"), String(scope), reply);
      return shopper;
    },
    async identifyIfPresent(request, reply) {
      const credentials = credentialsOf(request);
      return credentials && identify(credentials, { request, reply });
    },
    async ensureRow(tx, shopper) {
      const regid = getRegid(shopper.store, shopper.regid);
      if (!isGuest(regid)) {
        if (!shopper.id) throw badRegid();
        return shopper.id;
      }
      const { belongsTo, epoch } = await lockGuestForShare(tx, regid);
      if (epoch !== shopper.epoch) throw badRegid();
      return belongsTo;
    },
    async reload(shopper) {
      const regid = getRegid(shopper.store, shopper.regid);
      const found = await deps.finder.find({ storeId: shopper.store.id, regid });
      const createdAt = found?.createdAt ?? shopper.createdAt;
      return {
        ...shopper,
        id: found?.belongsTo,
        email: found?.email ?? null,
        createdAt,
        acceptsMarketing: found?.acceptsMarketing ?? false,
      };
    },
  };
}
