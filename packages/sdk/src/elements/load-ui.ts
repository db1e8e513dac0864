import type { KeepsakeElement } from "./element.ts";
import { showMessage } from "./message.ts";

export type Ui = typeof import("./ui.ts");

let loading: Promise<Ui> | undefined;

/** Loads dialogs, lists and drawer from their own file, which a page with only hearts never needs. After a failure, the
 *  next call tries again. */
export const loadUi = () => {
  loading ??= import("./ui.ts");
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};

/** Makes a button open something from the lazy file, which is loaded when the button is hovered, focused or pressed.
 *  Returns a function that closes what is open. */
export function openOnClick({
  host,
  button,
  message,
  open,
}: {
  host: KeepsakeElement;
  button: HTMLElement;
  /** Shows an error when the file cannot be loaded. */
  message: HTMLElement;
  /** Returns a function that closes it. */
  open: (ui: Ui) => () => void;
}): () => void {
  let close: (() => void) | undefined;
  const loadAndOpen = async () => {
    showMessage(message, "");
    try {
      const ui = await loadUi();
      close?.();
      close = open(ui);
    } catch {
      showMessage(message, host.text("offline"));
    }
  };
  button.addEventListener("click", () => void loadAndOpen());
  for (const event of ["pointerenter", "focus"])
    button.addEventListener(event, () => void loadUi().catch(() => undefined), { once: true });
  return () => close?.();
}
