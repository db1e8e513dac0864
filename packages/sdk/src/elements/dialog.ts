import { html, nothing, render } from "lit-html";
import { createNode, type KeepsakeElement } from "./element.ts";

let dialogsOpened = 0;

/** Opens a native dialog, which traps the focus, closes with Escape and restores the focus. It is removed when closed. */
export function openDialog(
  host: KeepsakeElement,
  {
    title,
    content = () => nothing,
    part = "dialog",
    onClose,
  }: { title: () => string; content?: () => unknown; part?: "dialog" | "drawer"; onClose?: () => void },
) {
  dialogsOpened += 1;
  const titleId = `title-${dialogsOpened}`;
  const dialog = createNode("dialog", { part, "aria-labelledby": titleId });
  const body = createNode("div", { part: "dialog-body" });
  const close = () => dialog.close();
  const head = createNode("div", { part: "dialog-head" });
  dialog.append(head, body);

  function draw() {
    render(
      html`<h2 part="dialog-title" id=${titleId} tabindex="-1">${title()}</h2>
        <button part="close" type="button" @click=${close}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg>
          <span class="unseen">${host.text("close")}</span>
        </button>`,
      head,
    );
    if (part === "dialog") render(content(), body);
  }
  // A click closes the dialog only if it also began outside, not when a text selection ends there.
  let beganOutside = false;
  dialog.addEventListener("pointerdown", ({ target }) => {
    beganOutside = target === dialog;
  });
  dialog.addEventListener("click", ({ target }) => {
    if (beganOutside && target === dialog) close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
  });
  draw();
  host.root.append(dialog);
  dialog.showModal();
  focusFirst();

  /** Focuses the first field, or the title if there is none. */
  function focusFirst() {
    const field = dialog.querySelector<HTMLElement>("[data-first]") ?? head.querySelector<HTMLElement>("h2");
    field?.focus();
  }
  return { dialog, body, draw, close, focusFirst };
}
