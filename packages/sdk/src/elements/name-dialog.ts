import { html } from "lit-html";
import type { List } from "../client.ts";
import { button } from "./button.ts";
import { describeError } from "./describe-error.ts";
import { openDialog } from "./dialog.ts";
import type { KeepsakeElement } from "./element.ts";
import { field } from "./field.ts";

const NAME_MIN = 3;
const NAME_MAX = 50;

/** Asks for the name of a list until `save` succeeds. Returns undefined if the shopper closes the dialog. */
export function openNameDialog(
  host: KeepsakeElement,
  { title, name = "", save }: { title: string; name?: string; save: (name: string) => Promise<List> },
): Promise<List | undefined> {
  const { promise, resolve } = Promise.withResolvers<List | undefined>();
  let error: string | undefined;
  let isSending = false;

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isSending) return;
    const input = dialog.querySelector("input");
    const entered = input?.value.trim() ?? "";
    isSending = true;
    error = undefined;
    try {
      if (entered.length < NAME_MIN || entered.length > NAME_MAX)
        throw Object.assign(new Error(), { type: "invalid-lname" });
      resolve(await save(entered));
      close();
    } catch (cause) {
      error = describeError(host, cause);
      input?.focus();
    }
    isSending = false;
    draw();
  }
  const { dialog, draw, close } = openDialog(host, {
    title: () => title,
    content: () => html`<form @submit=${submit} novalidate>
      ${field({
        id: "list-name",
        label: host.text("listName"),
        error,
        input: html`<input part="input" id="list-name" data-first maxlength=${NAME_MAX} autocomplete="off" .defaultValue=${name} aria-invalid=${Boolean(error)} aria-describedby="list-name-error" />`,
      })}
      <div part="buttons">
        ${button(host, "secondary", "cancel", () => close())}
        <button part="primary" type="submit">${host.text("done")}</button>
      </div>
    </form>`,
    onClose: () => resolve(undefined),
  });
  return promise;
}
