import type { Client } from "../client.ts";
import { alertOf } from "./alert-of.ts";
import { createNode, createSheet, KeepsakeElement } from "./element.ts";
import { openOnClick } from "./load-ui.ts";
import { waitingOf } from "./waiting.ts";

/** A button for a sold-out variant. It opens the sign-up dialog, or signs up at once a shopper whose address is known. */
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
    const waiting = waitingOf(client);
    const show = () => {
      const { state } = waiting.get(alertOf(this, product));
      const name = state === "none" ? "notifyMe" : state === "waiting" ? "notifyMeWaiting" : "notifyMeUnconfirmed";
      button.textContent = this.words().texts ? this.text(name) : "";
    };
    this.redraw = show;
    const stop = waiting.subscribe(show);
    show();
    this.root.replaceChildren(button, message);

    const close = openOnClick({
      host: this,
      button,
      message,
      open: ({ notifyMe }) =>
        notifyMe({
          host: this,
          client,
          product,
          variant: this.getAttribute("variant"),
          onDone: (text) => {
            message.textContent = text;
          },
        }),
    });
    return () => {
      stop();
      close();
    };
  }
}

const sheet = createSheet(`
:host { display: block; min-block-size: 2.75rem }
:host([hidden]), :host([available="true"]) { display: none }
[part="button"] { all: unset; box-sizing: border-box; min-block-size: 2.75rem; inline-size: 100%; padding: .6em 1.2em; border: 1px solid; border-radius: var(--keepsake-radius, .5rem);
  border-color: var(--keepsake-accent, var(--ks-accent, currentColor)); background: var(--keepsake-accent, var(--ks-accent, transparent)); color: var(--keepsake-on-accent, var(--ks-on, inherit)); font: inherit; font-weight: 600; line-height: 1.3; text-align: center; cursor: pointer }
[part="button"]:focus-visible { outline: 2px solid; outline-offset: 2px }
[part="button"]:empty { visibility: hidden }
[part="message"] { font-size: .875rem }
@media (hover: hover) { [part="button"]:hover { text-decoration: underline; text-underline-offset: .2em } }
@media (forced-colors: active) { [part="button"] { border-color: ButtonText } }`);
