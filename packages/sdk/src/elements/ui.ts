import type { Client } from "../client.ts";
import { openDialog } from "./dialog.ts";
import type { KeepsakeElement } from "./element.ts";
import { createListsView } from "./lists-view.ts";
import { uiSheet } from "./ui-sheet.ts";

// The file that is loaded later: everything that is more than a button.
export { openNotifyMe } from "./notify-me-dialog.ts";
export { showSavedForLater } from "./saved-for-later.ts";
export { showSharedList } from "./shared-list.ts";

/** The page of a shopper's lists. */
export function showLists(host: KeepsakeElement, client: Client): () => void {
  host.dress(uiSheet());
  return createListsView(host, client, host.root);
}

/** The same, at the side of any page. */
export function openDrawer(host: KeepsakeElement, client: Client): () => void {
  const own = host.root.adoptedStyleSheets.filter((sheet) => sheet !== uiSheet());
  host.dress(...own, uiSheet());
  let stop: (() => void) | undefined;
  const { body, close } = openDialog(host, {
    title: () => host.text("saved"),
    part: "drawer",
    onClose: () => stop?.(),
  });
  stop = createListsView(host, client, body);
  return close;
}
