import type { Client } from "../client.ts";
import { createNode, createSheet, KeepsakeElement } from "./element.ts";
import { drawHeart } from "./heart.ts";
import { openOnClick } from "./load-ui.ts";
import { MESSAGE_STYLES } from "./message.ts";

/** A button for the shop's header that opens the lists in a drawer. */
export class Drawer extends KeepsakeElement {
  protected override start(client: Client) {
    this.setStyles(sheet());
    const message = createNode("span", { part: "message", role: "status" });
    const count = createNode("span", { part: "count" });
    const label = createNode("span", { part: "trigger-label" });
    const button = createNode(
      "button",
      { part: "trigger", type: "button", "aria-haspopup": "dialog" },
      drawHeart(),
      label,
    );
    this.redraw = () => {
      label.textContent = this.words().texts ? this.text("saved") : "";
    };
    this.redraw();
    this.root.replaceChildren(button, message);

    const close = openOnClick({ host: this, button, message, open: ({ openDrawer }) => openDrawer(this, client) });
    // The count costs a call every five minutes, so it is shown only on request.
    if (!this.hasAttribute("count")) return close;
    button.append(count);
    const showCount = () => {
      const lists = client.lists.get().lists.filter(({ lty }) => lty !== "sfl");
      count.textContent = String(lists.reduce((sum, { cnt }) => sum + cnt, 0));
    };
    const stop = client.lists.subscribe(showCount);
    showCount();
    return () => {
      stop();
      close();
    };
  }
}

const sheet = createSheet(`
:host { display: inline-block; position: relative; min-block-size: 2.75rem; vertical-align: middle }
:host([hidden]) { display: none }
[part="trigger"] { all: unset; box-sizing: border-box; display: inline-flex; align-items: center; gap: .4em; min-inline-size: 2.75rem; min-block-size: 2.75rem; padding-inline: .4em;
  border-radius: var(--keepsake-radius, .5rem); font: inherit; color: inherit; cursor: pointer }
[part="trigger"]:focus-visible { outline: 2px solid; outline-offset: 2px }
[part="trigger"]:has(> :empty) { visibility: hidden }
svg { flex: none; inline-size: 1.4rem; block-size: 1.4rem; fill: transparent; stroke: currentColor; stroke-width: 1.7; stroke-linejoin: round }
[part="count"] { min-inline-size: 1.5em; padding-inline: .4em; box-sizing: border-box; border: 1px solid; border-radius: 99em; font-size: .8em; line-height: 1.5; text-align: center; font-variant-numeric: tabular-nums }
${MESSAGE_STYLES}
@media (hover: hover) { [part="trigger"]:hover [part="trigger-label"] { text-decoration: underline; text-underline-offset: .2em } }`);
