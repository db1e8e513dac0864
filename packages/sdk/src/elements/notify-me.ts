import type { Client } from "../client.ts";
import { createNode, createSheet, KeepsakeElement } from "./element.ts";
import { openOnClick } from "./load-ui.ts";
import type { WaitState } from "./wait-state.ts";

const TEXT_OF_STATE = {
  none: "notifyMe",
  unconfirmed: "notifyMeUnconfirmed",
  waiting: "notifyMeWaiting",
} as const satisfies Record<WaitState, string>;

/** A button for a sold-out variant that opens the sign-up dialog. */
export class NotifyMe extends KeepsakeElement {
  protected override start(client: Client) {
    const product = this.findProduct();
    const isWanted = product !== undefined && this.getAttribute("available") !== "true";
    if (!isWanted) {
      this.root.replaceChildren();
      return () => undefined;
    }
    this.setStyles(sheet());
    const button = createNode("button", { part: "button", type: "button", "aria-haspopup": "dialog" });
    const message = createNode("span", { part: "message", role: "status" });
    const show = (state: WaitState) => {
      button.textContent = this.text(TEXT_OF_STATE[state]);
    };
    show("none");
    this.root.replaceChildren(button, message);

    return openOnClick({
      host: this,
      button,
      message,
      open: ({ openNotifyMe }) => openNotifyMe({ host: this, client, product, onChange: show }),
    });
  }
}

const sheet = createSheet(`
:host { display: block; min-block-size: 2.75rem }
:host([hidden]), :host([available="true"]) { display: none }
[part="button"] { all: unset; box-sizing: border-box; min-block-size: 2.75rem; inline-size: 100%; padding: .6em 1.2em; border: 1px solid; border-radius: var(--keepsake-radius, .5rem);
  border-color: var(--keepsake-accent, currentColor); background: var(--keepsake-accent, transparent); color: var(--keepsake-on-accent, inherit); font: inherit; font-weight: 600; line-height: 1.3; text-align: center; cursor: pointer }
[part="button"]:focus-visible { outline: 2px solid; outline-offset: 2px }
[part="message"] { font-size: .875rem }
@media (hover: hover) { [part="button"]:hover { text-decoration: underline; text-underline-offset: .2em } }
@media (forced-colors: active) { [part="button"] { border-color: ButtonText } }`);
