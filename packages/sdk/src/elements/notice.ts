import { html, nothing } from "lit-html";
import { button } from "./button.ts";
import { describeError } from "./describe-error.ts";
import type { KeepsakeElement } from "./element.ts";

export type Notice = ReturnType<typeof createNotice>;

const SHOWN_MS = 10_000;

/** A line that says what happened, with an undo button where there is an undo. It goes after ten seconds, unless the
 *  shopper points at it or has reached it by keyboard. */
export function createNotice(host: KeepsakeElement, draw: () => void) {
  let message = "";
  let undo: (() => Promise<unknown>) | undefined;

  let hideTimer: ReturnType<typeof setTimeout> | undefined;

  function show(text: string, undoAction?: () => Promise<unknown>) {
    message = text;
    undo = undoAction;
    hideLater();
    draw();
  }
  function hideLater() {
    clearTimeout(hideTimer);
    if (message) hideTimer = setTimeout(() => (isInUse() ? hideLater() : show("")), SHOWN_MS);
  }
  const isInUse = () => host.root.querySelector("[part=notice]")?.matches(":hover, :has(:focus-visible)") ?? false;
  /** Runs `work` and shows an error if it fails. Returns whether it succeeded. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (host.emit("failed", { error })) show(describeError(host, error));
      return false;
    }
  }
  const runUndo = () => {
    const action = undo;
    show("");
    if (action) void attempt(action);
  };
  return {
    show,
    attempt,
    stop: () => clearTimeout(hideTimer),
    template: () =>
      html`<div part="notice" ?data-empty=${!message}>
        <span role="status">${message}</span>
        ${undo ? button(host, "undo", "undo", runUndo) : nothing}
      </div>`,
    /** The pressed button is removed with its item, so keyboard users continue from the undo button. */
    focusUndo: () => host.root.querySelector<HTMLElement>("[part=undo]")?.focus(),
  };
}
