import { StepResponse } from "@medusajs/framework/workflows-sdk";
import { completeCartWorkflow } from "@medusajs/medusa/core-flows";
import { releaseForCart, restore } from "../../holds/release-for-cart";

// A cart that claimed an offer becomes an order: the hold makes room for the order's own reservation, and comes back if the
// order fails, such as by a declined payment. Where the storefront completes the cart, a middleware has done this already;
// this is for payment providers and programs of the shop.
completeCartWorkflow.hooks.validate(
  async ({ cart }, { container }) => {
    const { id, items } = cart as { id: string; items?: { variant_id?: string | null }[] | null };
    const variantIds = (items ?? []).flatMap(({ variant_id }) => variant_id ?? []);
    const released = await releaseForCart(container, id, variantIds);
    return new StepResponse(undefined, released);
  },
  async (released, { container }) => {
    if (released) await restore(container, released);
  },
);
