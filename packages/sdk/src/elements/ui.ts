import type { Client } from "../client.ts";
import { DIALOG_TEXTS } from "../texts/dialog-texts.ts";
import { openDialog } from "./dialog.ts";
import { KeepsakeElement } from "./element.ts";
import { createListsView } from "./lists-view.ts";
import { addUiStyles } from "./ui-sheet.ts";

export { notifyMe } from "./notify-me-dialog.ts";
export { showSavedForLater } from "./saved-for-later.ts";
export { showSharedList } from "./shared-list.ts";

// The lazy file: everything except hearts and buttons.

KeepsakeElement.texts = { ...KeepsakeElement.texts, ...DIALOG_TEXTS };

/** Shows the shopper's lists as part of a page. */
export function showLists(host: KeepsakeElement, client: Client): () => void {
  addUiStyles(host);
  return createListsView(host, client, host.root);
}

/** Opens the shopper's lists at the side of any page. */
export function openDrawer(host: KeepsakeElement, client: Client): () => void {
  addUiStyles(host);
  let stop: (() => void) | undefined;
  const { body, close } = openDialog(host, {
    title: () => host.text("saved"),
    part: "drawer",
    onClose: () => stop?.(),
  });
  stop = createListsView(host, client, body);
  return close;
}
