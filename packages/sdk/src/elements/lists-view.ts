import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { Client, Item, List } from "../client.ts";
import { describeError } from "./describe-error.ts";
import { openDialog } from "./dialog.ts";
import type { KeepsakeElement } from "./element.ts";
import { itemCard, offerToCart, placeholders, titleOf } from "./item-card.ts";
import { askName } from "./name-dialog.ts";
import { createNotice } from "./notice.ts";
import { openShare } from "./share-dialog.ts";
import { toProduct } from "./to-product.ts";

const PAGE = 24;

/** A shopper's lists, one of them open. What is shown is what the client knows, so other tabs and devices show up by themselves. */
export function createListsView(
  host: KeepsakeElement,
  client: Client,
  container: HTMLElement | ShadowRoot,
): () => void {
  const { lists } = client;
  const notice = createNotice(host, draw);
  let chosen: string | undefined;
  /** Of a long list, what was asked for beyond its newest items. */
  let older: { readonly lid: string; readonly items: Item[]; readonly isAll: boolean } | undefined;
  const hasCart = host.hasAttribute("cart");

  const all = () => lists.get().lists.filter(({ lty, st }) => lty !== "sfl" && st !== 0);
  const current = () => {
    const mine = all();
    const find = (lid: string | undefined) => mine.find((list) => list.lid === lid);
    return find(chosen) ?? find(host.getAttribute("lid") ?? undefined) ?? find(lists.preferred()) ?? mine[0];
  };
  const itemsOf = ({ lid, listcontents = [] }: List) => {
    if (older?.lid !== lid) return listcontents;
    const newest = new Set(listcontents.map(({ epi }) => String(epi)));
    return [...listcontents, ...older.items.filter(({ epi }) => !newest.has(String(epi)))];
  };

  function choose(lid: string) {
    chosen = lid;
    notice.say("");
  }

  async function showMore(list: List) {
    const shown = itemsOf(list);
    const next = await lists.items(list.lid, { offset: shown.length, limit: PAGE });
    const items = [...(older?.lid === list.lid ? older.items : []), ...next];
    older = { lid: list.lid, items, isAll: next.length < PAGE };
    draw();
  }

  function leave(list: List, { epi }: Item) {
    if (older?.lid === list.lid)
      older = { ...older, items: older.items.filter((one) => String(one.epi) !== String(epi)) };
  }

  async function remove(list: List, item: Item) {
    leave(list, item);
    const removing = notice.attempt(() => lists.remove(list.lid, [{ epi: item.epi }]));
    notice.say(host.text("removed", { title: titleOf(host, item) }), () => lists.add(list.lid, [toProduct(item)]));
    notice.focusUndo();
    await removing;
  }

  async function move(from: List, to: List, item: Item) {
    const shift = async (source: List, target: List) => {
      await lists.add(target.lid, [toProduct(item)]);
      await lists.remove(source.lid, [{ epi: item.epi }]);
    };
    leave(from, item);
    if (await notice.attempt(() => shift(from, to))) {
      notice.say(host.text("moved", { list: to.lname }), () => shift(to, from));
      notice.focusUndo();
    }
  }

  async function create(): Promise<List | undefined> {
    const made = await askName(host, { title: host.text("newList"), save: (lname) => lists.create({ lname }) });
    if (made) choose(made.lid);
    return made;
  }

  function chooseTarget(list: List, item: Item) {
    const others = all().filter(({ lid }) => lid !== list.lid);
    const moveTo = (target: List) => {
      close();
      void move(list, target, item);
    };
    const moveToNew = async () => {
      close();
      const target = await askName(host, { title: host.text("newList"), save: (lname) => lists.create({ lname }) });
      if (target) await move(list, target, item);
    };
    const { close } = openDialog(host, {
      title: () => host.text("moveTitle"),
      content: () => html`<div part="choices">
        ${others.map((one) => html`<button part="choice" type="button" @click=${() => moveTo(one)}>${one.lname}</button>`)}
        <button part="choice" type="button" @click=${moveToNew}>+ ${host.text("newList")}</button>
      </div>`,
    });
  }

  function askToDelete(list: List) {
    const confirmed = async () => {
      close();
      if (await notice.attempt(() => lists.delete(list.lid))) notice.say(host.text("deleted", { list: list.lname }));
    };
    const { close } = openDialog(host, {
      title: () => host.text("deleteTitle", { list: list.lname }),
      content: () => html`<p>${host.text("deleteText")}</p>
        <div part="buttons">
          <button part="secondary" type="button" @click=${() => close()}>${host.text("cancel")}</button>
          <button part="primary" type="button" @click=${confirmed}>${host.text("deleteList")}</button>
        </div>`,
    });
  }

  const rename = (list: List) =>
    askName(host, {
      title: host.text("renameTitle"),
      name: list.lname,
      save: (lname) => lists.update({ lid: list.lid, lname }),
    });

  function prefer(list: List) {
    lists.prefer(lists.preferred() === list.lid ? undefined : list.lid);
    draw();
  }

  async function toCart(item: Item) {
    await notice.attempt(async () => {
      if (await offerToCart(host, item)) notice.say(host.text("inCart", { title: titleOf(host, item) }));
    });
  }

  const chooser = (list: List | undefined) => html`<nav part="lists" aria-label=${host.text("lists")}>
    ${repeat(
      all(),
      ({ lid }) => lid,
      (one) => html`<button
        part=${one.lid === list?.lid ? "list chosen" : "list"}
        type="button"
        aria-current=${one.lid === list?.lid ? "true" : "false"}
        @click=${() => choose(one.lid)}
      >
        ${one.lname} <span part="list-count">${one.cnt}</span>
      </button>`,
    )}
    <button part="list new" type="button" @click=${create}>+ ${host.text("newList")}</button>
  </nav>`;

  const open = (list: List) => html`<div part="list-head">
      <h2 part="list-name">${list.lname}</h2>
      <span part="privacy">${host.text(list.anonRead ? "shared" : "private")}</span>
      <div part="list-actions">
        <button part="action" type="button" @click=${() => openShare(host, client, list, notice)}>${host.text("share")}</button>
        <button part="action" type="button" @click=${() => void rename(list)}>${host.text("rename")}</button>
        <button part="action" type="button" aria-pressed=${String(lists.preferred() === list.lid)} @click=${() => prefer(list)}>
          ${host.text("preferThis")}
        </button>
        <button part="action" type="button" @click=${() => askToDelete(list)}>${host.text("deleteList")}</button>
      </div>
    </div>
    ${contents(list)}`;

  function contents(list: List) {
    const items = itemsOf(list);
    if (items.length === 0) return empty(host.text("emptyList"));
    const hasMore = list.cnt > items.length && !(older?.lid === list.lid && older.isAll);
    return html`<ul part="items">
        ${repeat(
          items,
          ({ epi }) => String(epi),
          (item) => itemCard(host, item, actions(list, item)),
        )}
      </ul>
      ${hasMore ? html`<button part="secondary more" type="button" @click=${() => notice.attempt(() => showMore(list))}>${host.text("more")}</button>` : nothing}`;
  }

  const actions = (list: List, item: Item) => {
    const title = titleOf(host, item);
    return html`${
      hasCart
        ? html`<button part="action to-cart" type="button" @click=${() => toCart(item)}>
            <span aria-hidden="true">${host.text("toCart")}</span><span class="unseen">${host.text("toCartLabel", { title })}</span>
          </button>`
        : nothing
    }
      <button part="action" type="button" @click=${() => chooseTarget(list, item)}>
        <span aria-hidden="true">${host.text("move")}</span><span class="unseen">${host.text("moveLabel", { title })}</span>
      </button>
      <button part="action" type="button" @click=${() => remove(list, item)}>
        <span aria-hidden="true">${host.text("remove")}</span><span class="unseen">${host.text("removeLabel", { title })}</span>
      </button>`;
  };

  const empty = (title: string) => html`<div part="empty">
    <p part="empty-title">${title}</p>
    <p>${host.text("emptyText")}</p>
  </div>`;

  function body() {
    const { status, error } = lists.get();
    const list = current();
    if (list) return html`${chooser(list)}${open(list)}`;
    if (status === "failed")
      return html`<div part="empty" role="alert">
        <p part="empty-title">${describeError(host, error)}</p>
        <button part="secondary" type="button" @click=${() => notice.attempt(() => lists.fetch())}>${host.text("retry")}</button>
      </div>`;
    if (status === "ready") return html`${chooser(undefined)}${empty(host.text("empty"))}`;
    return placeholders(host);
  }

  function draw() {
    render(html`<section part="page">${body()}${notice.template()}</section>`, container);
  }

  const stop = lists.subscribe(draw);
  draw();
  return () => {
    stop();
    render(nothing, container);
  };
}
