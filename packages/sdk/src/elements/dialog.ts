import { html, nothing, render } from "lit-html";
import { type KeepsakeElement, make } from "./element.ts";

let opened = 0;

/** A native dialog: it keeps the focus inside, closes with Escape, and gives the focus back. It is gone once closed. */
export function openDialog(
  host: KeepsakeElement,
  {
    title,
    content = () => nothing,
    part = "dialog",
    onClose,
  }: { title: () => string; content?: () => unknown; part?: "dialog" | "drawer"; onClose?: () => void },
) {
  opened += 1;
  const titleId = `title-${opened}`;
  const dialog = make("dialog", { part, "aria-labelledby": titleId });
  const body = make("div", { part: "dialog-body" });
  const close = () => dialog.close();
  const head = make("div", { part: "dialog-head" });
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
  // Pressed and let go outside: a shopper who selects text and slips has not left.
  let isOutside = false;
  dialog.addEventListener("pointerdown", ({ target }) => {
    isOutside = target === dialog;
  });
  dialog.addEventListener("click", ({ target }) => {
    if (isOutside && target === dialog) close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
  });
  draw();
  host.root.append(dialog);
  dialog.showModal();
  focusFirst();

  /** Where there is something to fill in, there; otherwise where reading begins. */
  function focusFirst() {
    const field = dialog.querySelector<HTMLElement>("[data-first]") ?? head.querySelector<HTMLElement>("h2");
    field?.focus();
  }
  return { dialog, body, draw, close, focusFirst };
}
