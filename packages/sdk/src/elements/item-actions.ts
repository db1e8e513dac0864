import { html, nothing } from "lit-html";
import type { Client, Item } from "../client.ts";
import type { Texts } from "../texts/texts.ts";
import { alertOf } from "./alert-of.ts";
import { type KeepsakeElement, safeUrl } from "./element.ts";
import { isSoldOut, titleOf } from "./item-card.ts";
import type { Notice } from "./notice.ts";
import { notifyMe } from "./notify-me-dialog.ts";
import { toProduct } from "./to-product.ts";
import { waitingOf } from "./waiting.ts";

/** An element that shows items. */
type ItemView = { readonly host: KeepsakeElement; readonly client: Client; readonly notice: Notice };

/** A button of an item. Its accessible name is its visible text and the product's title. */
export const itemAction = (
  host: KeepsakeElement,
  item: Item,
  { text, part = "action", onClick }: { text: keyof Texts; part?: string; onClick: () => unknown },
) =>
  html`<button part=${part} type="button" @click=${onClick}>${host.text(text)}<span class="unseen"> ${titleOf(host, item)}</span></button>`;

export const removeAction = (host: KeepsakeElement, item: Item, onClick: () => unknown) =>
  itemAction(host, item, { text: "remove", onClick });

/** The cart button of an item. A sold-out item has a button for the alert in its place. */
export function cartAction(
  { host, client, notice }: ItemView,
  item: Item,
  { text = "toCart", afterwards }: { text?: "toCart" | "moveToCart"; afterwards?: () => Promise<unknown> } = {},
) {
  if (isSoldOut(item)) return safeUrl(item.du) ? alertAction({ host, client, notice }, item) : nothing;
  return itemAction(host, item, {
    text,
    part: "action to-cart",
    onClick: () => addToCart(host, item, notice, afterwards),
  });
}

function alertAction({ host, client, notice }: ItemView, item: Item) {
  const { state } = waitingOf(client).get(alertOf(host, item));
  const { qty: _, note: _note, cprops: _cprops, lbls: _lbls, ...product } = toProduct(item);
  return itemAction(host, item, {
    text: state === "none" ? "notifySend" : state === "waiting" ? "notifyMeWaiting" : "notifyMeUnconfirmed",
    part: "action to-cart",
    onClick: () => notifyMe({ host, client, product, variant: item.vi, onDone: notice.show }),
  });
}

/** Asks the shop to add the item to its cart. `afterwards` runs when the shop has added it. */
async function addToCart(
  host: KeepsakeElement,
  item: Item,
  notice: Notice,
  afterwards: (() => Promise<unknown>) | undefined,
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
