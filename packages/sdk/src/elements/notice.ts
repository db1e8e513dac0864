import { html, nothing } from "lit-html";
import { describeError } from "./describe-error.ts";
import type { KeepsakeElement } from "./element.ts";

export type Notice = ReturnType<typeof createNotice>;

/** The line that tells what happened, with a way back where there is one. It stays until the next thing happens. */
export function createNotice(host: KeepsakeElement, draw: () => void) {
  let words = "";
  let undo: (() => Promise<unknown>) | undefined;

  function say(text: string, wayBack?: () => Promise<unknown>) {
    words = text;
    undo = wayBack;
    draw();
  }
  /** Does it, and tells the shopper where it was refused. Answers whether it is done. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (host.tell("failed", { error })) say(describeError(host, error));
      return false;
    }
  }
  const takeBack = () => {
    const way = undo;
    say("");
    if (way) void attempt(way);
  };
  return {
    say,
    attempt,
    template: () =>
      html`<div part="notice" ?data-empty=${!words}>
        <span role="status">${words}</span>
        ${undo ? html`<button part="undo" type="button" @click=${takeBack}>${host.text("undo")}</button>` : nothing}
      </div>`,
    /** The button that was pressed is gone with its item: whoever uses a keyboard goes on from here. */
    focusUndo: () => host.root.querySelector<HTMLElement>("[part=undo]")?.focus(),
  };
}
