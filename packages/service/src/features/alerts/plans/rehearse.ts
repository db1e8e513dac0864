import type { StoreTx } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import type { Store } from "../../stores/store.ts";
import { countWaiting } from "../../subscriptions/line/history.ts";
import { selectRecipients } from "../../subscriptions/line/recipients.ts";
import { sharesUnits } from "../../subscriptions/topics.ts";
import { previewNext } from "../selection/preview-next.ts";
import { type AlertPolicy, allowance, changedPolicy, type PolicyChange } from "./policy.ts";

const SHOWN_MAX = 100;

export type Rehearsal = {
  readonly policy: AlertPolicy;
  readonly waiting: number;
  readonly notified: number;
  /** The first people who would be notified, in order. */
  readonly recipients: readonly {
    readonly place: number;
    readonly medium: string;
    readonly maskedAddress: string;
    readonly quantity: number;
  }[];
  readonly left: number;
  /** What would happen next, as a text for the merchant. */
  readonly next: string;
};

/** Returns who would be notified if this many units came now. Makes the same selection as a wave and changes nothing. */
export async function rehearse(
  tx: StoreTx,
  store: Store,
  { variantId, topic, units, change }: { variantId: VariantId; topic: string; units: number; change: PolicyChange },
): Promise<Rehearsal> {
  const policy = changedPolicy(store, topic, change);
  const stock = sharesUnits(topic) ? { quantity: units, arrived: units } : undefined;
  const waiting = await countWaiting(tx, variantId, topic);
  const allowed = allowance(policy, stock, { unitsSelected: 0, isWaitOver: false, unitsReserved: 0 });
  const isForAll = allowed !== "none" && allowed.people === undefined && allowed.units === undefined;
  const { count, first } =
    allowed === "none"
      ? { count: 0, first: [] }
      : await previewNext(
          tx,
          { variantId, topic, policy },
          isForAll ? { people: SHOWN_MAX } : allowed, // everyone who waits is counted already
          SHOWN_MAX,
        );
  const notified = isForAll ? waiting : count;
  const selected = await selectRecipients(
    tx,
    first.map(({ id }) => id),
  );
  const byId = new Map(selected.map((recipient) => [recipient.id, recipient]));
  const recipients = first.flatMap(({ id, quantity, place }) => {
    const recipient = byId.get(id);
    return recipient && !recipient.isSuppressed
      ? [{ place, medium: recipient.medium, maskedAddress: mask(recipient.value), quantity }]
      : [];
  });
  const left = waiting - notified;
  return { policy, waiting, notified, recipients, left, next: nextStep(policy, left) };
}

/** The first character, and the domain of an email address: a rehearsal needs no scope to read people. */
const mask = (address: string) => address.replace(/^(.)[^@]*/, "$1…").slice(0, 60);

function nextStep({ audience, waitSeconds, perUnit, waveSize, offer }: AlertPolicy, left: number): string {
  if (offer) {
    const after = offer.after === "keep" ? "keeps their place for the next restock" : "leaves the line";
    return `Each shopper is offered the units they want, and has the first chance for ${offer.minutes} minutes. A shopper who declines or does not answer in time ${after}, and the next in line is offered the units.`;
  }
  if (left === 0) return "No one is left in line.";
  const people = perUnit === 1 ? "1 person is" : `${perUnit} people are`;
  const recount =
    waitSeconds > 0 ? `After ${waitSeconds} seconds the stock is counted again` : "The stock is counted again";
  if (audience === "waves") return `${recount}. While units are left, the next ${waveSize} people are notified.`;
  if (waitSeconds > 0)
    return `${recount}, and ${people} notified for each unit left. When more units come, more people are notified at once.`;
  return `Everyone left keeps their place. For each further unit, ${people} notified.`;
}
