import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { Client, Item } from "../client.ts";
import type { KeepsakeElement } from "./element.ts";
import { cartAction, removeAction, removeWithUndo } from "./item-actions.ts";
import { itemCard } from "./item-card.ts";
import { createNotice } from "./notice.ts";
import { toProduct } from "./to-product.ts";
import { addUiStyles } from "./ui-sheet.ts";
import { waitingOf } from "./waiting.ts";

/** The saved-for-later items, shown under the cart. Without items it takes no space. */
export function showSavedForLater(host: KeepsakeElement, client: Client): () => void {
  addUiStyles(host);
  const { lists, saveForLater } = client;
  const notice = createNotice(host, draw);
  const findList = () => lists.get().lists.find(({ lty }) => lty === "sfl");

  function remove(item: Item) {
    const lid = findList()?.lid;
    return removeWithUndo(host, item, notice, {
      remove: () => saveForLater.remove(lid, [{ epi: item.epi }]),
      restore: () => saveForLater.add(lid, [toProduct(item)]),
    });
  }

  const actions = (item: Item) => html`${cartAction({ host, client, notice }, item, {
    text: "moveToCart",
    afterwards: () => saveForLater.movedToCart(findList()?.lid, [{ epi: item.epi }]),
  })}
  ${removeAction(host, item, () => remove(item))}`;

  function draw() {
    const items = findList()?.listcontents ?? [];
    render(
      html`<section part="page">
        ${
          items.length > 0
            ? html`<h2 part="heading">${host.text("savedForLater")}</h2>
                <ul part="items">
                  ${repeat(
                    items,
                    ({ epi }) => String(epi),
                    (item) => itemCard(host, item, actions(item)),
                  )}
                </ul>`
            : nothing
        }
        ${notice.template()}
      </section>`,
      host.root,
    );
  }
  const stops = [lists.subscribe(draw), waitingOf(client).subscribe(draw)];
  draw();
  return () => {
    for (const stop of stops) stop();
    notice.stop();
  };
}
