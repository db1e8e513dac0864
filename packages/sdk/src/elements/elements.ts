import type { Client } from "../client.ts";
import { Drawer } from "./drawer.ts";
import { KeepsakeElement, type KeepsakePage } from "./element.ts";
import { Heart } from "./heart.ts";
import { loadUi, type Ui } from "./load-ui.ts";
import { NotifyMe } from "./notify-me.ts";

export type { Texts } from "../texts/texts.ts";
export type { ElementAttributes } from "./attributes.ts";
export type { KeepsakePage } from "./element.ts";

type Show = (host: KeepsakeElement, client: Client) => () => void;

/** An element whose code is in the lazy file. */
const lazyElement = (choose: (ui: Ui) => Show) =>
  class extends KeepsakeElement {
    protected override start(client: Client) {
      let stop: (() => void) | undefined;
      let isStopped = false;
      this.words(); // asks for them while the file loads
      loadUi().then(
        (ui) => {
          this.redraw = () => {
            if (!isStopped && this.words().texts) stop ??= choose(ui)(this, client);
          };
          this.redraw();
        },
        () => {
          this.root.textContent = this.text("offline");
        },
      );
      return () => {
        isStopped = true;
        stop?.();
      };
    }
  };

/** Defines the elements, for tags that are on the page now or added later. A second call does nothing. `language` counts
 *  instead of the page's `lang`. */
export function defineElements(page: KeepsakePage, language?: string) {
  if (KeepsakeElement.page) return;
  KeepsakeElement.page = page;
  KeepsakeElement.language = language;
  const elements = {
    "keepsake-heart": Heart,
    "keepsake-notify-me": NotifyMe,
    "keepsake-lists": lazyElement((ui) => ui.showLists),
    "keepsake-drawer": Drawer,
    "keepsake-saved-for-later": lazyElement((ui) => ui.showSavedForLater),
    "keepsake-shared-list": lazyElement((ui) => ui.showSharedList),
  };
  for (const [name, element] of Object.entries(elements))
    if (!customElements.get(name)) customElements.define(name, element);
}
