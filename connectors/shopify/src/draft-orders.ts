import { createHash } from "node:crypto";
import type { Shop } from "../../hosted/src/installations.ts";
import type { Made, Platform, WantedHold } from "../../hosted/src/platform.ts";
import type { Reservations } from "../../hosted/src/reservations.ts";
import { type AdminApi, type Document, ShopifyError } from "./admin-api.ts";
import { gidOf, numberOf } from "./ids.ts";
import { readVariants } from "./read-variants.ts";

type Draft = { readonly id: string; readonly invoiceUrl: string | null; readonly status: string };
type UserErrors = readonly { readonly message: string }[];

const CREATE: Document<
  { draftOrderCreate: { draftOrder: Draft | null; userErrors: UserErrors } },
  { input: Record<string, unknown> }
> = {
  name: "draftOrderCreate",
  isOnce: true,
  text: `mutation Reserve($input: DraftOrderInput!) { draftOrderCreate(input: $input) {
    draftOrder { id invoiceUrl status } userErrors { field message } } }`,
};
const DELETE: Document<{ draftOrderDelete: { deletedId: string | null; userErrors: UserErrors } }, { id: string }> = {
  name: "draftOrderDelete",
  text: `mutation Release($id: ID!) { draftOrderDelete(input: { id: $id }) { deletedId userErrors { field message } } }`,
};
const LOOK: Document<{ draftOrder: Draft | null }, { id: string }> = {
  name: "draftOrder",
  text: "query Draft($id: ID!) { draftOrder(id: $id) { id invoiceUrl status } }",
};
const FIND: Document<{ draftOrders: { nodes: readonly Draft[] } }, { query: string }> = {
  name: "draftOrders",
  text: "query FindDraft($query: String!) { draftOrders(first: 50, query: $query) { nodes { id invoiceUrl status } } }",
};

/** An offer's tag. Shopify's tags have at most 40 characters, and offers may be longer. */
const tagOf = (offer: string) => `keepsake-${createHash("sha256").update(offer).digest("hex").slice(0, 24)}`;

const isOpen = ({ status }: Draft) => status !== "COMPLETED";

const REASON_MAX = 200;
const NONE_LEFT: Made = { state: "refused", reason: "Shopify has no unit left" };

/** Sets units aside by a draft order, which holds them until its time is over and whose invoice is the checkout. */
export function createDraftOrders(deps: {
  readonly api: AdminApi;
  readonly reservations: Reservations;
  readonly clock: () => number;
}): NonNullable<Platform["reservations"]> {
  const { api } = deps;

  const available = async (shop: Shop, variantId: string) => {
    const [read] = (await readVariants(deps, shop, [variantId])).variants;
    return read === undefined ? 0 : read.isTracked ? read.available : Number.POSITIVE_INFINITY;
  };
  async function findOpen(shop: Shop, offer: string): Promise<Draft[]> {
    const { draftOrders } = await api.query(shop, FIND, { query: `tag:'${tagOf(offer)}'` });
    return draftOrders.nodes.filter(isOpen);
  }
  async function find(shop: Shop, offer: string) {
    const drafts = await findOpen(shop, offer);
    const kept = drafts.find(({ invoiceUrl }) => invoiceUrl !== null);
    // One without an invoice is of no use to the shopper, and a second one holds units twice.
    for (const draft of drafts) if (draft !== kept) await remove(shop, draft.id);
    return kept?.invoiceUrl ? { reference: kept.id, url: kept.invoiceUrl } : undefined;
  }
  async function remove(shop: Shop, id: string) {
    const { deletedId, userErrors } = (await api.query(shop, DELETE, { id })).draftOrderDelete;
    if (deletedId !== null) return;
    // Deleted or bought in between, or Shopify is still working on it.
    const { draftOrder } = await api.query(shop, LOOK, { id });
    if (draftOrder && isOpen(draftOrder))
      throw new Error(
        `Shopify did not delete the draft order ${numberOf(id)}: ${userErrors[0]?.message ?? "no reason"}`,
      );
  }
  async function release(shop: Shop, offer: string, reference: string | undefined) {
    const open = new Set((await findOpen(shop, offer)).map(({ id }) => id));
    // Shopify's search may not know a draft order that was made just now.
    const { draftOrder } = reference === undefined ? {} : await api.query(shop, LOOK, { id: reference });
    if (draftOrder && isOpen(draftOrder)) open.add(draftOrder.id);
    for (const id of open) await remove(shop, id);
  }

  /** When Shopify answered that it made none, that is the reason; when nobody knows whether it did, this throws. */
  async function create(shop: Shop, { offer, variantId, units, until }: WantedHold) {
    const input = {
      lineItems: [{ variantId: gidOf("ProductVariant", variantId), quantity: units }],
      tags: ["keepsake", tagOf(offer)],
      customAttributes: [{ key: "keepsake_offer", value: offer }],
      note: "Keepsake holds this for a shopper who accepted an offer. It ends by itself.",
      reserveInventoryUntil: until.toISOString(),
    };
    try {
      return (await api.query(shop, CREATE, { input })).draftOrderCreate;
    } catch (error) {
      if (error instanceof ShopifyError && error.status !== 0) return { reason: error.message };
      throw error;
    }
  }

  return {
    find,
    release,
    async make(shop: Shop, { offer, variantId, units, until }: WantedHold): Promise<Made> {
      if (!/^\d+$/.test(variantId)) return { state: "refused", reason: "Shopify does not have this variant" };
      // Also where Shopify sells more than there is: a unit that does not exist cannot be held.
      if ((await available(shop, variantId)) < units) return NONE_LEFT;
      const created = await create(shop, { offer, variantId, units, until });
      if ("reason" in created) return { state: "refused", reason: created.reason.slice(0, REASON_MAX) };
      const { draftOrder, userErrors } = created;
      if (!draftOrder?.invoiceUrl) {
        if (draftOrder) await remove(shop, draftOrder.id);
        const nothing = draftOrder ? "Shopify made no checkout for the draft order" : "Shopify made no draft order";
        return { state: "refused", reason: (userErrors[0]?.message ?? nothing).slice(0, REASON_MAX) };
      }
      // Somebody bought the last unit in between: what is held now would be missing for their order.
      if ((await available(shop, variantId)) < 0) {
        await remove(shop, draftOrder.id);
        return NONE_LEFT;
      }
      return { state: "held", reference: draftOrder.id, url: draftOrder.invoiceUrl };
    },
  };
}
