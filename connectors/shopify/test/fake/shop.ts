import { gidOf, numberOf } from "../../src/ids.ts";

export type Level = { available: number; reserved: number };
export type Variant = {
  readonly id: string;
  readonly productId: string;
  readonly itemId: string;
  title: string;
  price: string;
  inventoryPolicy: "CONTINUE" | "DENY";
  tracked: boolean;
  /** By the location's id. */
  readonly levels: Map<string, Level>;
};
export type Product = { readonly id: string; title: string; handle: string; status: string; variantIds: string[] };
export type Order = {
  readonly id: string;
  readonly email: string;
  readonly at: number;
  updatedAt: number;
  cancelledAt: number | undefined;
  readonly lines: readonly { readonly variantId: string; readonly quantity: number; readonly price: string }[];
};
export type Draft = {
  readonly id: string;
  readonly tags: readonly string[];
  readonly until: number | undefined;
  status: "OPEN" | "COMPLETED";
  readonly lines: readonly { readonly variantId: string; readonly quantity: number; readonly locationId: string }[];
  isReserving: boolean;
  readonly hasInvoice: boolean;
};
export type Customer = {
  readonly id: string;
  readonly email: string;
  readonly verifiedEmail: boolean;
  readonly state: "DISABLED" | "ENABLED";
};
type Announce = (topic: string, payload: object) => void;

export const BERLIN = gidOf("Location", 11);
export const PORTO = gidOf("Location", 12);
export const HAMBURG = gidOf("Location", 13);

export type FakeShop = ReturnType<typeof createShop>;

/** What a shop has, and what its merchant and customers do. Each change is announced as Shopify announces it. */
export function createShop({ announce, clock }: { announce: Announce; clock: () => number }) {
  const products = new Map<string, Product>();
  const variants = new Map<string, Variant>();
  const orders = new Map<string, Order>();
  const drafts = new Map<string, Draft>();
  const customers = new Map<string, Customer>();
  const metafields = new Map<string, string>();
  /** Locations that do not fulfil online orders. */
  const retailLocations = new Set<string>();
  /** How draft orders misbehave: whether new ones have an invoice, and how many deletions are refused. */
  const draftFaults = { hasInvoice: true, refusedDeletions: 0 };
  let last = 1_000;
  const newId = (type: string) => gidOf(type, ++last);

  const needVariant = (id: string) => {
    const variant = variants.get(gidOf("ProductVariant", numberOf(id)));
    if (!variant) throw new Error(`The shop has no variant ${id}`);
    return variant;
  };
  const levelOf = ({ levels }: Variant, location: string) => {
    const level = levels.get(location) ?? { available: 0, reserved: 0 };
    levels.set(location, level);
    return level;
  };
  const announceLevel = ({ itemId }: Variant, location: string, available: number) =>
    announce("inventory_levels/update", {
      inventory_item_id: Number(numberOf(itemId)),
      location_id: Number(numberOf(location)),
      available,
      updated_at: new Date(clock()).toISOString(),
      admin_graphql_api_id: `gid://shopify/InventoryLevel/${numberOf(location)}?inventory_item_id=${numberOf(itemId)}`,
    });
  const announceProduct = (topic: string, id: string) =>
    announce(topic, {
      id: Number(numberOf(id)),
      ...(topic === "products/delete" ? {} : { admin_graphql_api_id: id, updated_at: new Date(clock()).toISOString() }),
    });
  function change(variant: Variant, location: string, by: Partial<Level>) {
    const level = levelOf(variant, location);
    level.available += by.available ?? 0;
    level.reserved += by.reserved ?? 0;
    announceLevel(variant, location, level.available);
  }
  function unreserve(draft: Draft, isSold: boolean) {
    if (!draft.isReserving) return;
    draft.isReserving = false;
    for (const { variantId, quantity, locationId } of draft.lines) {
      const variant = variants.get(variantId);
      if (variant) change(variant, locationId, { reserved: -quantity, available: isSold ? 0 : quantity });
    }
  }
  function addOrder(email: string, lines: Order["lines"]): Order {
    const order = { id: newId("Order"), email, at: clock(), updatedAt: clock(), cancelledAt: undefined, lines };
    orders.set(order.id, order);
    announce("orders/create", { id: Number(numberOf(order.id)), admin_graphql_api_id: order.id });
    return order;
  }

  return {
    products,
    variants,
    orders,
    drafts,
    customers,
    metafields,
    retailLocations,
    draftFaults,
    needVariant,

    addProduct(
      title: string,
      wanted: readonly {
        title?: string;
        price?: string;
        policy?: Variant["inventoryPolicy"];
        tracked?: boolean;
        stock?: Readonly<Record<string, number>>;
      }[] = [{}],
      status = "ACTIVE",
    ) {
      const id = newId("Product");
      const made = wanted.map(
        ({ title: name = "Default Title", price = "245.00", policy = "DENY", tracked = true, stock = {} }) => {
          const variant: Variant = {
            id: newId("ProductVariant"),
            productId: id,
            itemId: newId("InventoryItem"),
            title: name,
            price,
            inventoryPolicy: policy,
            tracked,
            levels: new Map([[BERLIN, { available: 0, reserved: 0 }]]),
          };
          for (const [location, available] of Object.entries(stock))
            variant.levels.set(location, { available, reserved: 0 });
          variants.set(variant.id, variant);
          return variant;
        },
      );
      products.set(id, {
        id,
        title,
        handle: title.toLowerCase().replaceAll(/\W+/g, "-"),
        status,
        variantIds: made.map((variant) => variant.id),
      });
      announceProduct("products/create", id);
      return { id, variants: made };
    },
    setStatus(productId: string, status: string) {
      const product = products.get(productId);
      if (product) product.status = status;
      announceProduct("products/update", productId);
    },
    deleteProduct(id: string) {
      for (const variantId of products.get(id)?.variantIds ?? []) variants.delete(variantId);
      products.delete(id);
      announceProduct("products/delete", id);
    },
    deleteVariant(id: string) {
      const variant = needVariant(id);
      const product = products.get(variant.productId);
      if (product) product.variantIds = product.variantIds.filter((one) => one !== variant.id);
      variants.delete(variant.id);
      announceProduct("products/update", variant.productId);
    },
    setStock(id: string, available: number, location = BERLIN) {
      const variant = needVariant(id);
      levelOf(variant, location).available = available;
      announceLevel(variant, location, available);
    },
    removeLevel(id: string, location: string) {
      const variant = needVariant(id);
      variant.levels.delete(location);
      announce("inventory_levels/disconnect", {
        inventory_item_id: Number(numberOf(variant.itemId)),
        location_id: Number(numberOf(location)),
      });
    },
    setTracked(id: string, tracked: boolean) {
      const variant = needVariant(id);
      variant.tracked = tracked;
      announce("inventory_items/update", { id: Number(numberOf(variant.itemId)), tracked });
    },
    placeOrder(email: string, id: string, quantity = 1, location = BERLIN): Order {
      const variant = needVariant(id);
      change(variant, location, { available: -quantity });
      return addOrder(email, [{ variantId: variant.id, quantity, price: variant.price }]);
    },

    createDraft(
      lines: readonly { variantId: string; quantity: number }[],
      tags: readonly string[],
      until: number | undefined,
    ) {
      const located = lines.map(({ variantId, quantity }) => {
        const levels = [...needVariant(variantId).levels].toSorted(
          ([, one], [, other]) => other.available - one.available,
        );
        return { variantId, quantity, locationId: levels[0]?.[0] ?? BERLIN };
      });
      const draft: Draft = {
        id: newId("DraftOrder"),
        tags,
        until,
        status: "OPEN",
        lines: located,
        isReserving: until !== undefined,
        hasInvoice: draftFaults.hasInvoice,
      };
      drafts.set(draft.id, draft);
      if (draft.isReserving)
        for (const { variantId, quantity, locationId } of located)
          change(needVariant(variantId), locationId, { available: -quantity, reserved: quantity });
      return draft;
    },
    deleteDraft(id: string): boolean {
      const draft = drafts.get(id);
      if (draft) unreserve(draft, false);
      return drafts.delete(id);
    },
    /** The shopper pays the invoice of a draft order. */
    payDraft(id: string, email: string): Order {
      const draft = drafts.get(id);
      if (!draft) throw new Error(`The shop has no draft order ${id}`);
      unreserve(draft, true);
      draft.status = "COMPLETED";
      return addOrder(
        email,
        draft.lines.map(({ variantId, quantity }) => ({ variantId, quantity, price: needVariant(variantId).price })),
      );
    },
    /** What Shopify does by itself: reservations whose time is over end. */
    passTime() {
      for (const draft of drafts.values())
        if (draft.until !== undefined && draft.until <= clock() && draft.status === "OPEN") unreserve(draft, false);
    },
    addCustomer(email: string, verifiedEmail = true, state: Customer["state"] = "ENABLED"): Customer {
      const customer = { id: newId("Customer"), email, verifiedEmail, state };
      customers.set(customer.id, customer);
      return customer;
    },
    available: (id: string) => [...needVariant(id).levels.values()].reduce((sum, level) => sum + level.available, 0),
  };
}
