import type { Client } from "../client.ts";
import { Drawer } from "./drawer.ts";
import { KeepsakeElement, type KeepsakePage } from "./element.ts";
import { Heart } from "./heart.ts";
import { loadUi } from "./load-ui.ts";
import { NotifyMe } from "./notify-me.ts";

export type { KeepsakePage } from "./element.ts";
export type { Texts } from "./texts.ts";

type Ui = Awaited<ReturnType<typeof loadUi>>;
type Show = (host: KeepsakeElement, client: Client) => () => void;

/** An element whose inside is in the file that is loaded later. */
const lazily = (choose: (ui: Ui) => Show) =>
  class extends KeepsakeElement {
    protected override start(client: Client) {
      let stop: (() => void) | undefined;
      let isOver = false;
      loadUi().then(
        (ui) => {
          if (!isOver) stop = choose(ui)(this, client);
        },
        () => {
          this.root.textContent = this.text("offline");
        },
      );
      return () => {
        isOver = true;
        stop?.();
      };
    }
  };

/** From now on the page's elements work, also those that come later. A second call changes nothing. */
export function defineElements(page: KeepsakePage) {
  if (KeepsakeElement.page) return;
  KeepsakeElement.page = page;
  const elements = {
    "keepsake-heart": Heart,
    "keepsake-notify-me": NotifyMe,
    "keepsake-lists": lazily((ui) => ui.showLists),
    "keepsake-drawer": Drawer,
    "keepsake-saved-for-later": lazily((ui) => ui.showSavedForLater),
    "keepsake-shared-list": lazily((ui) => ui.showSharedList),
  };
  for (const [name, element] of Object.entries(elements))
    if (!customElements.get(name)) customElements.define(name, element);
}
