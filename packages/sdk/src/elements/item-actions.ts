import { html, nothing } from "lit-html";
import type { Item } from "../client.ts";
import type { KeepsakeElement } from "./element.ts";
import { titleOf } from "./item-card.ts";
import type { Notice } from "./notice.ts";
import type { Texts } from "./texts.ts";

/** A button of an item. Its visible text is short; its accessible name includes the product's title. */
export const itemAction = (
  host: KeepsakeElement,
  item: Item,
  {
    text,
    label,
    part = "action",
    onClick,
  }: { text: keyof Texts; label: keyof Texts; part?: string; onClick: () => unknown },
) => html`<button part=${part} type="button" @click=${onClick}>
    <span aria-hidden="true">${host.text(text)}</span><span class="unseen">${host.text(label, { title: titleOf(host, item) })}</span>
  </button>`;

export const removeAction = (host: KeepsakeElement, item: Item, onClick: () => unknown) =>
  itemAction(host, item, { text: "remove", label: "removeLabel", onClick });

/** The cart button of lists, for shops that set the attribute `cart`. */
export const cartAction = (host: KeepsakeElement, item: Item, notice: Notice) =>
  host.hasAttribute("cart")
    ? itemAction(host, item, {
        text: "toCart",
        label: "toCartLabel",
        part: "action to-cart",
        onClick: () => addToCart(host, item, notice),
      })
    : nothing;

/** Asks the shop to add the item to its cart. `afterwards` runs when the shop has added it. */
export async function addToCart(
  host: KeepsakeElement,
  item: Item,
  notice: Notice,
  afterwards?: () => Promise<unknown>,
): Promise<void> {
  await notice.attempt(async () => {
    const awaited: Promise<unknown>[] = [];
    const isAccepted = host.emit("to-cart", { item, waitUntil: (work: Promise<unknown>) => void awaited.push(work) });
    await Promise.all(awaited);
    if (!isAccepted) return;
    await afterwards?.();
    notice.show(host.text("inCart", { title: titleOf(host, item) }));
  });
}

/** Removes an item and offers to undo it, without waiting for the service. */
export async function removeWithUndo(
  host: KeepsakeElement,
  item: Item,
  notice: Notice,
  { remove, restore }: { remove: () => Promise<unknown>; restore: () => Promise<unknown> },
): Promise<void> {
  const removing = notice.attempt(remove);
  notice.show(host.text("removed", { title: titleOf(host, item) }), restore);
  notice.focusUndo();
  await removing;
}
