import type { Runner } from "../../../platform/db/db.ts";
import type { VariantId } from "../../../platform/ids.ts";
import { readEmail } from "../../../platform/text/email.ts";
import { requireMarket } from "../../catalog/variants/require-market.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import { findBuyers } from "../../shoppers/find-buyers.ts";
import type { Store } from "../../stores/store.ts";
import { EMAIL, type HashAddress } from "../../subscriptions/address.ts";
import { invalidOrder } from "../errors.ts";
import { QUANTITY_MAX, type ReportedLine, type ReportedOrder } from "./order.ts";

type Sent = Omit<ReportedOrder, "addressHash" | "shopperId" | "lines"> & {
  readonly email: string | undefined;
  readonly regid: string | undefined;
  readonly lines: readonly {
    readonly platformId: string;
    readonly market: string | null;
    readonly quantity: number;
    readonly amount: bigint;
  }[];
};
export type ResolvedOrders = {
  readonly orders: readonly ReportedOrder[];
  readonly platformIds: ReadonlyMap<VariantId, string>;
};

/** Finds the variants and the buyers of orders. A buyer of whom the store knows nothing is nobody's. */
export async function resolveOrders(
  {
    hot,
    variants,
    hashAddress,
  }: { readonly hot: Runner; readonly variants: VariantCache; readonly hashAddress: HashAddress },
  store: Store,
  sent: readonly Sent[],
): Promise<ResolvedOrders> {
  for (const { lines } of sent) for (const { market } of lines) requireMarket(store, market);
  const wanted = [...new Set(sent.flatMap(({ lines }) => lines.map(({ platformId }) => platformId)))];
  const known = await variants.findByPlatformIds(store.id, wanted, { create: false });
  const ordered = wanted.filter((_, index) => known[index]);
  // Says that they are used: one that is about to be deleted stays.
  const used = await variants.findByPlatformIds(store.id, ordered, { create: true });
  const idOf = new Map(
    ordered.flatMap((platformId, index) => (used[index] ? [[platformId, used[index].id] as const] : [])),
  );
  const buyers = await findBuyers(
    hot,
    store,
    sent.map(({ id, email, regid }) => ({ email: email ? toBuyerEmail(id, email) : undefined, regid })),
  );
  const orders = sent.map(({ id, currency, occurredAt, isCancelled, lines }, index) => {
    const buyer = buyers[index];
    if (buyer === "invalid") throw invalidOrder(id, "regid is not one of this store");
    const address = buyer?.email;
    return {
      id,
      currency,
      occurredAt,
      isCancelled,
      addressHash: address ? hashAddress({ medium: EMAIL, value: address }, store.id) : null,
      shopperId: buyer?.shopperId ?? null,
      lines: toLines(id, lines, idOf),
    };
  });
  return { orders, platformIds: new Map([...idOf].map(([platformId, id]) => [id, platformId])) };
}

function toBuyerEmail(id: string, email: string) {
  try {
    return readEmail(email);
  } catch {
    throw invalidOrder(id, "email is not a valid address");
  }
}

/** Several lines of one variant become one. */
function toLines(id: string, lines: Sent["lines"], idOf: ReadonlyMap<string, VariantId>): ReportedLine[] {
  const sums = new Map<VariantId, ReportedLine>();
  for (const { platformId, market, quantity, amount } of lines) {
    const variantId = idOf.get(platformId);
    if (!variantId) continue;
    const before = sums.get(variantId) ?? { quantity: 0, amount: 0n, markets: [] };
    const markets = market !== null && before.markets ? { markets: [...before.markets, market] } : {};
    const sum = before.quantity + quantity;
    if (sum > QUANTITY_MAX) throw invalidOrder(id, `its lines of ${platformId} have more than ${QUANTITY_MAX} units`);
    sums.set(variantId, { variantId, quantity: sum, amount: before.amount + amount, ...markets });
  }
  return [...sums.values()];
}
