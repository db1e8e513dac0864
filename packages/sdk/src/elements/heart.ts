import type { Client, SavedState } from "../client.ts";
import { createNode, createSheet, KeepsakeElement, UNSEEN_STYLES } from "./element.ts";
import { fetchSaveCount } from "./fetch-save-count.ts";
import { MESSAGE_STYLES, showMessage } from "./message.ts";

const SVG = "http://www.w3.org/2000/svg";
const HEART = "M12 20.5s-8-4.9-8-11A4.6 4.6 0 0 1 12 6.6a4.6 4.6 0 0 1 8 2.9c0 6.1-8 11-8 11z";

/** A button that saves a variant. It fills at once when pressed, and empties again if the service refuses. */
export class Heart extends KeepsakeElement {
  protected override start(client: Client) {
    const product = this.findProduct();
    if (!product) return () => undefined;
    this.setStyles(sheet());
    const title = this.getAttribute("title");
    const label = createNode("span", { class: "unseen" });
    const message = createNode("span", { part: "message", role: "status" });
    const count = createNode("span", { part: "count" });
    // Screen readers announce a constant name and a changing state: "Save Boots, pressed".
    const button = createNode("button", { part: "button", type: "button" }, drawHeart(), label);
    if (this.hasAttribute("count")) button.append(count);
    this.root.replaceChildren(button, message);

    const saved = client.saved(product);
    let others: number | undefined;
    const show = () => {
      const { isSaved } = saved.get();
      button.setAttribute("aria-pressed", String(isSaved));
      button.setAttribute("part", isSaved ? "button saved" : "button");
      if (others === undefined) return;
      const all = others + (isSaved ? 1 : 0);
      count.replaceChildren(
        createNode("span", { "aria-hidden": "true" }, String(all)),
        createNode("span", { class: "unseen" }, `, ${this.text("savedBy", { count: all })}`),
      );
    };
    button.addEventListener("click", () => {
      showMessage(message, "");
      const lid = this.getAttribute("lid");
      saved.toggle(lid ? { lid } : {}).then(
        ({ isSaved }: SavedState) => this.emit(isSaved ? "saved" : "removed", { product }),
        (error: unknown) => {
          if (this.emit("failed", { product, error })) showMessage(message, this.text("notSaved"));
        },
      );
    });
    this.redraw = () => {
      label.textContent = title ? this.text("save", { title }) : this.text("saveUntitled");
      show();
    };
    const stop = saved.subscribe(show);
    this.redraw();
    if (this.hasAttribute("count"))
      void fetchSaveCount(client, product.empi).then((all) => {
        // `show` adds the shopper, so that the count changes at once when they press the heart.
        others = Math.max(0, all - (saved.get().isSaved && saved.get().isKnown ? 1 : 0));
        show();
      });
    return stop;
  }
}

export function drawHeart() {
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 24 24", part: "icon", "aria-hidden": "true" }))
    svg.setAttribute(name, value);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", HEART);
  svg.append(path);
  return svg;
}

const sheet = createSheet(`
:host { display: inline-block; position: relative; min-inline-size: var(--keepsake-size, 2.75rem); block-size: var(--keepsake-size, 2.75rem); vertical-align: middle }
:host([hidden]) { display: none }
button { all: unset; box-sizing: border-box; display: inline-flex; align-items: center; justify-content: center; gap: .25em; min-inline-size: 100%;
  block-size: 100%; padding-inline: .25em; border-radius: 99em; cursor: pointer; font: inherit; color: inherit; -webkit-tap-highlight-color: transparent }
button:focus-visible { outline: 2px solid; outline-offset: 2px }
svg { flex: none; inline-size: 1.5rem; block-size: 1.5rem; fill: transparent; stroke: currentColor; stroke-width: 1.7; stroke-linejoin: round }
[aria-pressed="true"] svg { fill: var(--keepsake-heart, var(--ks-accent, #d92d5b)); stroke: var(--keepsake-heart, var(--ks-accent, #d92d5b)) }
[part="count"] { font-size: .875em; font-variant-numeric: tabular-nums; min-inline-size: 1ch }
${MESSAGE_STYLES}
${UNSEEN_STYLES}
@media (hover: hover) { button:hover svg { stroke: var(--keepsake-heart, var(--ks-accent, #d92d5b)) } }
@media (prefers-reduced-motion: no-preference) {
  svg { transition: fill .15s, transform .2s } button:active svg { transform: scale(.8) }
}
@media (forced-colors: active) { svg { stroke: ButtonText } [aria-pressed="true"] svg { fill: Highlight; stroke: Highlight } }`);
