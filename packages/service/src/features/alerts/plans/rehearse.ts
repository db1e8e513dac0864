import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Store } from "../../stores/store.ts";
import { countWaiting } from "../../subscriptions/line/history.ts";
import { selectRecipients } from "../../subscriptions/line/recipients.ts";
import { findNextInLine } from "../sql.ts";
import { type AlertPolicy, allowance, BACK_IN_STOCK, policyOf } from "./policy.ts";

const SHOWN = 100;

export type Rehearsal = {
  readonly policy: AlertPolicy;
  readonly waiting: number;
  readonly told: number;
  /** The first of those who would hear, in order. */
  readonly people: readonly {
    readonly place: number;
    readonly medium: string;
    readonly address: string;
    readonly quantity: number;
  }[];
  /** Who would wait on, and for what. */
  readonly left: number;
  readonly next: string;
};

/** "If so many came now, who would hear, when and by what": the same choice as a wave makes, and nothing is sent. */
export async function rehearse(
  tx: StoreTx,
  store: Store,
  { variantId, topic, units }: { variantId: VariantId; topic: string; units: number },
): Promise<Rehearsal> {
  const policy = policyOf(store, topic);
  const stock = topic === BACK_IN_STOCK ? { quantity: units, arrived: units } : undefined;
  const waiting = await countWaiting(tx, variantId, topic);
  const allowed = allowance(policy, stock, { told: 0, hadTheirTime: false, held: 0 });
  const isForAll = allowed !== "none" && allowed.people === undefined && allowed.units === undefined;
  const { count, first: shown } =
    allowed === "none"
      ? { count: 0, first: [] }
      : await findNextInLine(
          tx,
          { variantId, topic, seed: "rehearsal", policy },
          isForAll ? { people: SHOWN } : allowed, // however many they are, nobody counts them twice
          SHOWN,
        );
  const told = isForAll ? waiting : count;
  const { recipients: toTell } = await selectRecipients(
    tx,
    shown.map(({ id }) => id),
  );
  const found = new Map(toTell.map((person) => [person.id, person]));
  const people = shown.flatMap(({ id, quantity, nth }) => {
    const person = found.get(id);
    return person ? [{ place: nth, medium: person.medium, address: masked(person.value), quantity }] : [];
  });
  const left = waiting - told;
  return { policy, waiting, told, people, left, next: nextOf(policy, left) };
}

function nextOf({ audience, waitSeconds, perUnit, waveSize, offer }: AlertPolicy, left: number): string {
  if (offer) {
    const then = offer.after === "keep" ? "keeps their place for the next restock" : "is done";
    return `Each is offered what they want, held for ${offer.minutes} min. Whoever passes or does not answer in time ${then}, and the next in line is offered it.`;
  }
  if (left === 0) return "Nobody is left.";
  const after = waitSeconds > 0 ? `After ${waitSeconds} s the stock is counted again` : "The stock is counted again";
  if (audience === "waves") return `${after}; while there is any, the next ${waveSize} hear.`;
  if (waitSeconds > 0)
    return `${after}: ${perUnit} for each unit that is still there. More hear at once when more comes.`;
  return `They keep their place: ${perUnit} hear for each unit more that comes.`;
}

/** Enough for the merchant to recognise somebody, too little to write to them. */
const masked = (address: string) => address.replace(/^(.)[^@]*/, "$1…").slice(0, 60);
