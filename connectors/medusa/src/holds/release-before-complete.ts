import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { KEEPSAKE } from "../modules/keepsake";
import type KeepsakeService from "../modules/keepsake/service";
import type { Held } from "./find-held";
import { releaseForCart, restore } from "./release-for-cart";

/** Longer than Medusa takes for an order. */
const LOCK_SECONDS = 30;

/** Runs before Medusa completes a cart: it reads the stock before its hook `validate`, and takes the units of the order from the
 *  location that had them at that moment. Without an order, the units are reserved again before the shopper gets the answer. */
export async function releaseBeforeComplete(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction,
) {
  const { scope } = request;
  const cartId = request.params["id"] ?? "";
  try {
    const held = await releaseForCart(scope, cartId, await findVariantsOfCart(scope, cartId));
    if (held.length > 0) beforeAnswer(response, () => restoreWithoutOrder(scope, cartId, held));
  } catch (error) {
    // The hook tries again.
    log(scope, `The units of the cart ${cartId} were not released: ${(error as Error).message}`);
  }
  next();
}

async function findVariantsOfCart(container: MedusaContainer, cartId: string): Promise<string[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart",
    fields: ["items.variant_id"],
    filters: { id: cartId },
  });
  const [cart] = data as { items?: readonly { variant_id?: string | null }[] | null }[];
  return (cart?.items ?? []).flatMap(({ variant_id }) => variant_id ?? []);
}

/** Also where the shopper's connection broke: the answer is written all the same, and only then the order is there or not. */
function beforeAnswer(response: MedusaResponse, work: () => Promise<void>) {
  const { end } = response;
  response.end = ((...args: Parameters<typeof end>) => {
    response.end = end;
    void work().finally(() => end.apply(response, args));
    return response;
  }) as typeof response.end;
}

/** Under the lock of the cart, because a payment provider may complete it at the same time. */
async function restoreWithoutOrder(container: MedusaContainer, cartId: string, held: readonly Held[]) {
  try {
    await container.resolve(Modules.LOCKING).execute(
      [cartId],
      async () => {
        if (!(await hasOrder(container, cartId))) await restore(container, held);
      },
      { timeout: LOCK_SECONDS },
    );
  } catch (error) {
    log(container, `The units of the cart ${cartId} were not reserved again: ${(error as Error).message}`);
  }
}

async function hasOrder(container: MedusaContainer, cartId: string): Promise<boolean> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_cart",
    fields: ["order_id"],
    filters: { cart_id: cartId },
  });
  return data.length > 0;
}

const log = (container: MedusaContainer, message: string) => container.resolve<KeepsakeService>(KEEPSAKE).log(message);
