import type { Client } from "../client.ts";
import { KeepsakeElement, make, sheetOf } from "./element.ts";
import { loadUi } from "./load-ui.ts";

const WORDS = { none: "notifyMe", unconfirmed: "notifyMeUnconfirmed", waiting: "notifyMeWaiting" } as const;
export type WaitState = keyof typeof WORDS;

/** The button beside a variant that is sold out. What it opens is loaded when it is pressed, or about to be. */
export class NotifyMe extends KeepsakeElement {
  protected override start(client: Client) {
    const product = this.product();
    const isWanted = product !== undefined && this.getAttribute("available") !== "true";
    if (!isWanted) {
      this.root.replaceChildren();
      return () => undefined;
    }
    this.dress(sheet());
    const button = make("button", { part: "button", type: "button", "aria-haspopup": "dialog" });
    const message = make("span", { part: "message", role: "status" });
    const show = (state: WaitState) => {
      button.textContent = this.text(WORDS[state]);
    };
    show("none");
    this.root.replaceChildren(button, message);

    let close: (() => void) | undefined;
    const open = async () => {
      message.textContent = "";
      try {
        const { openNotifyMe } = await loadUi();
        close?.();
        close = openNotifyMe({ host: this, client, product, onChange: show });
      } catch {
        message.textContent = this.text("offline");
      }
    };
    button.addEventListener("click", () => void open());
    for (const soon of ["pointerenter", "focus"])
      button.addEventListener(soon, () => void loadUi().catch(() => undefined), { once: true });
    return () => close?.();
  }
}

const sheet = sheetOf(`
:host { display: block; min-block-size: 2.75rem }
:host([hidden]), :host([available="true"]) { display: none }
[part="button"] { all: unset; box-sizing: border-box; min-block-size: 2.75rem; inline-size: 100%; padding: .6em 1.2em; border: 1px solid; border-radius: var(--keepsake-radius, .5rem);
  border-color: var(--keepsake-accent, currentColor); background: var(--keepsake-accent, transparent); color: var(--keepsake-on-accent, inherit); font: inherit; font-weight: 600; line-height: 1.3; text-align: center; cursor: pointer }
[part="button"]:focus-visible { outline: 2px solid; outline-offset: 2px }
[part="message"] { font-size: .875rem }
@media (hover: hover) { [part="button"]:hover { text-decoration: underline; text-underline-offset: .2em } }
@media (forced-colors: active) { [part="button"] { border-color: ButtonText } }`);
