import { html, nothing, render } from "lit-html";
import type { Client, Item, ListContents } from "../client.ts";
import { button } from "./button.ts";
import { describeError } from "./describe-error.ts";
import { type KeepsakeElement, safeUrl } from "./element.ts";
import { cartAction } from "./item-actions.ts";
import { itemCard, placeholders, titleOf } from "./item-card.ts";
import { createNotice } from "./notice.ts";
import { addUiStyles } from "./ui-sheet.ts";
import { waitingOf } from "./waiting.ts";

const PAGE_SIZE = 48;

/** A list that a friend shared: its items, with hearts to save them to the visitor's own lists. */
export function showSharedList(host: KeepsakeElement, client: Client): () => void {
  addUiStyles(host);
  const lid = host.getAttribute("lid") ?? new URLSearchParams(location.search).get("lid") ?? "";
  const notice = createNotice(host, draw);
  let shown: ListContents | undefined;
  let error: unknown;
  let isStopped = false;
  let isLoading = false;

  async function load() {
    if (isLoading) return; // A second tap would load the same items again.
    isLoading = true;
    error = undefined;
    if (shown) draw();
    try {
      const next = await client.lists.details(lid, { limit: PAGE_SIZE, offset: shown?.items.length ?? 0 });
      shown = { ...next, items: [...(shown?.items ?? []), ...next.items] };
    } catch (cause) {
      error = cause;
    }
    isLoading = false;
    draw();
  }

  const actions = (
    item: Item,
  ) => html`${host.hasAttribute("cart") ? cartAction({ host, client, notice }, item) : nothing}
    ${
      safeUrl(item.du)
        ? html`<keepsake-heart
            epi=${String(item.epi)}
            empi=${String(item.empi)}
            du=${item.du}
            title=${titleOf(host, item)}
            image=${item.iu ?? ""}
            price=${item.pr ?? ""}
          ></keepsake-heart>`
        : nothing
    }`;

  function body() {
    if (error && !shown) return problem();
    if (!shown) return placeholders(host);
    const { list, items, userinfo, pagination } = shown;
    const name = list.userinfo?.fname ?? userinfo?.fname;
    return html`<div part="list-head">
        <h2 part="heading">${list.lname}</h2>
        <span part="privacy">${name ? host.text("sharedBy", { name }) : host.text("sharedList")}</span>
      </div>
      ${
        items.length > 0
          ? html`<ul part="items">
              ${items.map((item) => itemCard(host, item, actions(item)))}
            </ul>`
          : html`<div part="empty"><p part="empty-title">${host.text("emptyList")}</p></div>`
      }
      ${error ? html`<p part="error" role="alert">${describeError(host, error)}</p>` : nothing}
      ${(pagination?.next ?? null) === null ? nothing : html`<button part="secondary more" type="button" aria-disabled=${isLoading} @click=${load}>${host.text("more")}</button>`}`;
  }

  function problem() {
    const { status } = error as { status?: number };
    const isGone = status === 404 || status === 400 || status === 403;
    return html`<div part="empty" role="alert">
      <p part="empty-title">${isGone ? host.text("notShared") : describeError(host, error)}</p>
      ${isGone ? html`<p>${host.text("notSharedText")}</p>` : button(host, "secondary", "retry", load)}
    </div>`;
  }

  function draw() {
    if (isStopped) return;
    render(html`<section part="page">${body()}${notice.template()}</section>`, host.root);
  }
  const stop = waitingOf(client).subscribe(draw);
  draw();
  void load();
  return () => {
    stop();
    notice.stop();
    isStopped = true;
  };
}
