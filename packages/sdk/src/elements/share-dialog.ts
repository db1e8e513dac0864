import { html, nothing } from "lit-html";
import type { Client, List } from "../client.ts";
import { button } from "./button.ts";
import { describeError } from "./describe-error.ts";
import { openDialog } from "./dialog.ts";
import type { KeepsakeElement } from "./element.ts";
import { field } from "./field.ts";
import type { Notice } from "./notice.ts";

/** Shares a list by link or email, gives it a new link, or makes it private again. */
export function openShare(
  host: KeepsakeElement,
  { lists }: Client,
  list: List,
  { notice, onRenew }: { notice: Notice; onRenew: (lid: string) => void },
) {
  let { lid } = list;
  let url: string | undefined;
  /** The form asks for a new link, after which the old one does not work any more. */
  let isRenewing = false;
  let status = "";
  let mailError: string | undefined;
  let isSending = false;

  async function attempt(work: () => Promise<unknown>, onError?: (text: string) => void) {
    if (isSending) return;
    isSending = true;
    status = "";
    mailError = undefined;
    try {
      await work();
    } catch (error) {
      (onError ?? ((text: string) => (status = text)))(describeError(host, error));
    }
    isSending = false;
    draw();
  }

  const publish = (event: SubmitEvent) => {
    event.preventDefault();
    const fname = dialog.querySelector("input")?.value.trim();
    return attempt(async () => {
      if (isRenewing) {
        ({ lid } = await lists.share(lid, { newlink: 1 }));
        onRenew(lid);
      }
      const made = await lists.shareUrl(lid);
      if (fname) await lists.share(lid, { fname });
      isRenewing = false;
      url = made;
      draw();
      dialog.querySelector<HTMLInputElement>("#share-link")?.select();
    });
  };
  const copy = () =>
    attempt(async () => {
      const input = dialog.querySelector<HTMLInputElement>("#share-link");
      input?.select();
      await navigator.clipboard.writeText(url ?? "");
      status = host.text("copied");
    });
  const mail = (event: SubmitEvent) => {
    event.preventDefault();
    const input = dialog.querySelector<HTMLInputElement>("#friend");
    const toemail = input?.value.trim() ?? "";
    return attempt(
      async () => {
        if (!input?.checkValidity() || !toemail) throw Object.assign(new Error(), { type: "invalid-email" });
        await lists.email({ lid, toemail });
        status = host.text("mailed", { address: toemail });
        input.value = "";
      },
      (text) => {
        mailError = text;
        input?.focus();
      },
    );
  };
  const withdraw = () =>
    attempt(async () => {
      await lists.unshare(lid);
      close();
      notice.show(host.text("withdrawn", { list: list.lname }));
    });

  function renew() {
    isRenewing = true;
    status = "";
    draw();
    focusFirst();
  }

  const nameForm = () => html`<form @submit=${publish} novalidate>
    ${field({
      id: "first-name",
      label: host.text("shareName"),
      input: html`<input part="input" id="first-name" data-first maxlength="100" autocomplete="given-name" aria-describedby="first-name-error" />`,
    })}
    <div part="buttons"><button part="primary" type="submit">${host.text("shareNow")}</button></div>
  </form>`;

  const hasClipboard = "clipboard" in navigator; // Only on https pages.
  const linkForm = () => html`<div part="field">
      <label part="label" for="share-link">${host.text("shareLink")}</label>
      <div part="row">
        <input part="input" id="share-link" readonly .value=${url ?? ""} dir="ltr" />
        ${hasClipboard ? button(host, "primary", "copy", copy) : nothing}
      </div>
    </div>
    <form @submit=${mail} novalidate>
      ${field({
        id: "friend",
        label: host.text("mailTo"),
        error: mailError,
        input: html`<div part="row">
          <input part="input" id="friend" type="email" autocomplete="off" dir="ltr" placeholder="ada@example.com" aria-invalid=${Boolean(mailError)} aria-describedby="friend-error" />
          <button part="secondary" type="submit">${host.text("mailSend")}</button>
        </div>`,
      })}
    </form>
    <div part="buttons">
      ${button(host, "secondary", "renewLink", renew)}
      ${button(host, "secondary", "withdraw", withdraw)}
    </div>`;

  const { dialog, draw, close, focusFirst } = openDialog(host, {
    title: () => host.text("shareTitle", { list: list.lname }),
    content: () => html`<p>${host.text(isRenewing ? "renewText" : "shareText")}</p>
      ${url && !isRenewing ? linkForm() : list.anonRead && !isRenewing ? nothing : nameForm()}
      <p part="status" role="status">${status}</p>`,
  });
  if (list.anonRead)
    void attempt(async () => {
      url = await lists.shareUrl(lid);
    });
}
