import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { Client, Item } from "../client.ts";
import type { KeepsakeElement } from "./element.ts";
import { itemCard, offerToCart, titleOf } from "./item-card.ts";
import { createNotice } from "./notice.ts";
import { toProduct } from "./to-product.ts";
import { uiSheet } from "./ui-sheet.ts";

/** What was put aside, under the cart. Where there is nothing it takes no room. */
export function showSavedForLater(host: KeepsakeElement, client: Client): () => void {
  host.dress(uiSheet());
  const { lists, saveForLater } = client;
  const notice = createNotice(host, draw);
  const list = () => lists.get().lists.find(({ lty }) => lty === "sfl");

  async function toCart(item: Item) {
    await notice.attempt(async () => {
      if (!(await offerToCart(host, item))) return;
      await saveForLater.movedToCart(list()?.lid, [{ epi: item.epi }]);
      notice.say(host.text("inCart", { title: titleOf(host, item) }));
    });
  }

  async function remove(item: Item) {
    const lid = list()?.lid;
    const removing = notice.attempt(() => saveForLater.remove(lid, [{ epi: item.epi }]));
    notice.say(host.text("removed", { title: titleOf(host, item) }), () => saveForLater.add(lid, [toProduct(item)]));
    notice.focusUndo();
    await removing;
  }

  const actions = (item: Item) => {
    const title = titleOf(host, item);
    return html`<button part="action to-cart" type="button" @click=${() => toCart(item)}>
        <span aria-hidden="true">${host.text("moveToCart")}</span><span class="unseen">${host.text("toCartLabel", { title })}</span>
      </button>
      <button part="action" type="button" @click=${() => remove(item)}>
        <span aria-hidden="true">${host.text("remove")}</span><span class="unseen">${host.text("removeLabel", { title })}</span>
      </button>`;
  };

  function draw() {
    const items = list()?.listcontents ?? [];
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
  const stop = lists.subscribe(draw);
  draw();
  return stop;
}
