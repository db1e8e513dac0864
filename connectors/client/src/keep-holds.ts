import { eachOffer } from "./each-offer.ts";
import type { Keepsake } from "./keepsake.ts";
import type { Hold, HoldReport } from "./records.ts";

/** Reservations at the platform. Both changes may be repeated and may run twice at the same time. */
export type Reservations = {
  /** Reserves the units for the offer, or finds that they are reserved. Returns why not, if the platform has none left. */
  reserve(hold: Hold): Promise<{ readonly reference: string; readonly url: string } | { readonly refused: string }>;
  /** Releases what is reserved for the offer, if anything is. */
  release(offer: string): Promise<void>;
  /** The offers that units are reserved for, from the platform's own records. */
  findOffers(): Promise<readonly string[]>;
};

const REASON_MAX = 200;
/** Longer than a claim takes. */
const SECOND_LOOK_MS = 5_000;

/** Makes accepted offers real: reserves what Keepsake wants reserved, and releases what it wants released. */
export function createHoldKeeper({
  keepsake,
  reservations,
  pause = sleep,
}: {
  readonly keepsake: Pick<Keepsake, "findHolds" | "reportHolds">;
  readonly reservations: Reservations;
  readonly pause?: (ms: number) => Promise<void>;
}) {
  async function answer(hold: Hold): Promise<HoldReport> {
    const { offer } = hold;
    if (hold.state === "ending") {
      await reservations.release(offer);
      return { offer, state: "released" };
    }
    const reserved = await reservations.reserve(hold);
    if ("refused" in reserved) return { offer, state: "refused", reason: reserved.refused.slice(0, REASON_MAX) };
    return { offer, state: "held", ...reserved };
  }

  return {
    /** Does what is open at Keepsake. Returns how many holds changed. An offer that fails delays no other: it stays open at
     *  Keepsake, so the next poll tries it again, and the error comes at the end. */
    async poll(): Promise<number> {
      const reports: HoldReport[] = [];
      const failures = await eachOffer(await keepsake.findHolds("open"), async (hold) => {
        reports.push(await answer(hold));
      });
      const changed = reports.length === 0 ? 0 : (await keepsake.reportHolds(reports)).changed;
      failures.throwIfAny();
      return changed;
    },

    /** Releases what no offer stands for any more, such as after a restored backup, and reports as released what is not reserved any
     *  more, such as when the merchant deleted the reservation. The platform is read first, so that an offer accepted meanwhile is
     *  not mistaken for an old one. Returns how many changed. */
    async reconcile(): Promise<number> {
      const reserved = await reservations.findOffers();
      const open = await keepsake.findHolds("open");
      const held = await keepsake.findHolds("held");
      const standing = new Set([...open, ...held].map(({ offer }) => offer));
      const stale = reserved.filter((offer) => !standing.has(offer)).map((offer) => ({ offer }));
      const failures = await eachOffer(stale, ({ offer }) => reservations.release(offer));
      const lost = await findLost(held, reserved);
      if (lost.length > 0) await keepsake.reportHolds(lost.map((offer) => ({ offer, state: "released" })));
      failures.throwIfAny();
      return stale.length + lost.length;
    },
  };

  /** What Keepsake takes for reserved and the platform does not have. Looks twice: an offer may have been reserved after the first
   *  look, and while a shopper claims one, its reservation is replaced. */
  async function findLost(held: readonly Hold[], reserved: readonly string[]): Promise<string[]> {
    const known = new Set(reserved);
    const missing = held.map(({ offer }) => offer).filter((offer) => !known.has(offer));
    if (missing.length === 0) return [];
    await pause(SECOND_LOOK_MS);
    const found = new Set(await reservations.findOffers());
    return missing.filter((offer) => !found.has(offer));
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
