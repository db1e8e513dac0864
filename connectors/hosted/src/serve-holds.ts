import type { Hold, HoldReport, Keepsake } from "../../client/src/keepsake.ts";
import type { Shop } from "./installations.ts";
import type { Platform } from "./platform.ts";
import type { Reservations } from "./reservations.ts";

type Deps = {
  readonly keepsake: Keepsake;
  readonly reservations: Reservations;
  readonly platform: Platform;
  readonly clock: () => number;
};

const FAILURES_MAX = 3;

/** Reserves what accepted offers want and releases what has ended. Calls `onChanged` for each variant whose stock has to be read
 *  again. One that fails does not hold back the others: the first failure is thrown at the end, or when several have failed. */
export async function serveHolds(deps: Deps, shop: Shop, onChanged: (variantId: string) => void): Promise<void> {
  const failures: unknown[] = [];
  for (const hold of await deps.keepsake.findHolds("open")) {
    try {
      const report = hold.state === "ending" ? await release(deps, shop, hold) : await reserve(deps, shop, hold);
      await deps.keepsake.reportHolds([report]);
      onChanged(hold.epi);
    } catch (error) {
      failures.push(error);
      if (failures.length === FAILURES_MAX) break;
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function reserve(deps: Deps, shop: Shop, { offer, epi, units, until }: Hold): Promise<HoldReport> {
  const { reservations, platform, clock } = deps;
  const api = platform.reservations;
  if (!api) return { offer, state: "refused", reason: "This platform cannot set units aside" };
  const wanted = { offer, variantId: epi, units, until: new Date(until) };
  const earlier = await reservations.begin(shop.shop, wanted, new Date(clock()));
  if (earlier?.reference && earlier.url)
    return { offer, state: "held", reference: earlier.reference, url: earlier.url };
  // A row without a reference: a process died between reserving and writing it down.
  const found = earlier && (await api.find(shop, offer));
  const made = found ? { state: "held" as const, ...found } : await api.make(shop, wanted);
  if (made.state === "refused") {
    await reservations.remove(shop.shop, offer);
    return { offer, state: "refused", reason: made.reason };
  }
  await reservations.finish(shop.shop, offer, made);
  return { offer, state: "held", reference: made.reference, url: made.url };
}

async function release(deps: Deps, shop: Shop, { offer, reference }: Hold): Promise<HoldReport> {
  await releaseOffer(deps, shop, offer, reference ?? undefined);
  return { offer, state: "released" };
}

async function releaseOffer({ reservations, platform }: Deps, shop: Shop, offer: string, reference?: string) {
  await platform.reservations?.release(shop, offer, reference);
  await reservations.remove(shop.shop, offer);
}

/** Releases reservations whose offer Keepsake no longer lists. Returns their variants. */
export async function releaseForgottenHolds(deps: Deps, shop: Shop): Promise<string[]> {
  const own = await deps.reservations.findAll(shop.shop);
  if (own.length === 0) return [];
  const [open, held] = [await deps.keepsake.findHolds("open"), await deps.keepsake.findHolds("held")];
  const listed = new Set([...open, ...held].map(({ offer }) => offer));
  const forgotten = own.filter(({ offer }) => !listed.has(offer));
  for (const { offer, reference } of forgotten) await releaseOffer(deps, shop, offer, reference);
  return forgotten.map(({ variantId }) => variantId);
}
