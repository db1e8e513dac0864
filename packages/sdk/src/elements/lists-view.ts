import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { Client, Item, List } from "../client.ts";
import { button } from "./button.ts";
import { describeError } from "./describe-error.ts";
import { openDialog } from "./dialog.ts";
import type { KeepsakeElement } from "./element.ts";
import { cartAction, itemAction, removeAction, removeWithUndo } from "./item-actions.ts";
import { itemCard, placeholders } from "./item-card.ts";
import { openNameDialog } from "./name-dialog.ts";
import { createNotice } from "./notice.ts";
import { openShare } from "./share-dialog.ts";
import { toProduct } from "./to-product.ts";
import { waitingOf } from "./waiting.ts";

const PAGE_SIZE = 24;

/** The shopper's lists, with one of them open. It renders the client's state, so changes from other tabs and devices appear too. */
export function createListsView(
  host: KeepsakeElement,
  client: Client,
  container: HTMLElement | ShadowRoot,
): () => void {
  const { lists } = client;
  const notice = createNotice(host, draw);
  let chosenLid: string | undefined;
  /** The items of a long list that "Show more" has loaded. */
  let older: { readonly lid: string; readonly items: Item[]; readonly isAll: boolean } | undefined;
  let isLoadingMore = false;

  const visibleLists = () => lists.get().lists.filter(({ lty, st }) => lty !== "sfl" && st !== 0);
  const findOpenList = () => {
    const listed = visibleLists();
    const find = (lid: string | undefined) => listed.find((list) => list.lid === lid);
    return find(chosenLid) ?? find(host.getAttribute("lid") ?? undefined) ?? find(lists.preferred()) ?? listed[0];
  };
  const itemsOf = ({ lid, listcontents = [] }: List) => {
    if (older?.lid !== lid) return listcontents;
    const newest = new Set(listcontents.map(({ epi }) => String(epi)));
    return [...listcontents, ...older.items.filter(({ epi }) => !newest.has(String(epi)))];
  };

  function choose(lid: string) {
    chosenLid = lid;
    notice.show("");
  }

  async function showMore(list: List) {
    if (isLoadingMore) return; // A second tap would load the same items again.
    isLoadingMore = true;
    draw();
    try {
      const next = await lists.items(list.lid, { offset: itemsOf(list).length, limit: PAGE_SIZE });
      const items = [...(older?.lid === list.lid ? older.items : []), ...next];
      older = { lid: list.lid, items, isAll: next.length < PAGE_SIZE };
    } finally {
      isLoadingMore = false;
      draw();
    }
  }

  function dropOlder(list: List, { epi }: Item) {
    if (older?.lid === list.lid)
      older = { ...older, items: older.items.filter((one) => String(one.epi) !== String(epi)) };
  }

  function remove(list: List, item: Item) {
    dropOlder(list, item);
    return removeWithUndo(host, item, notice, {
      remove: () => lists.remove(list.lid, [{ epi: item.epi }]),
      restore: () => lists.add(list.lid, [toProduct(item)]),
    });
  }

  async function move(from: List, to: List, item: Item) {
    const transfer = async (source: List, target: List) => {
      await lists.add(target.lid, [toProduct(item)]);
      await lists.remove(source.lid, [{ epi: item.epi }]);
    };
    dropOlder(from, item);
    if (await notice.attempt(() => transfer(from, to))) {
      notice.show(host.text("moved", { list: to.lname }), () => transfer(to, from));
      notice.focusUndo();
    }
  }

  const create = () => openNameDialog(host, { title: host.text("newList"), save: (lname) => lists.create({ lname }) });

  async function createAndChoose() {
    const created = await create();
    if (created) choose(created.lid);
  }

  function openMoveDialog(list: List, item: Item) {
    const others = visibleLists().filter(({ lid }) => lid !== list.lid);
    const moveTo = (target: List) => {
      close();
      void move(list, target, item);
    };
    const moveToNew = async () => {
      close();
      const target = await create();
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

  function openDeleteDialog(list: List) {
    const deleteList = async () => {
      close();
      if (await notice.attempt(() => lists.delete(list.lid))) notice.show(host.text("deleted", { list: list.lname }));
    };
    const { close } = openDialog(host, {
      title: () => host.text("deleteTitle", { list: list.lname }),
      content: () => html`<p>${host.text("deleteText")}</p>
        <div part="buttons">
          ${button(host, "secondary", "cancel", () => close())}
          ${button(host, "primary", "deleteList", deleteList)}
        </div>`,
    });
  }

  const rename = (list: List) =>
    openNameDialog(host, {
      title: host.text("renameTitle"),
      name: list.lname,
      save: (lname) => lists.update({ lid: list.lid, lname }),
    });

  function prefer(list: List) {
    lists.prefer(lists.preferred() === list.lid ? undefined : list.lid);
    draw();
  }

  const chooser = (list: List | undefined) => html`<nav part="lists" aria-label=${host.text("lists")}>
    ${repeat(
      visibleLists(),
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
    <button part="list new" type="button" @click=${createAndChoose}>+ ${host.text("newList")}</button>
  </nav>`;

  const open = (list: List) => html`<div part="list-head">
      <h2 part="list-name">${list.lname}</h2>
      <span part="privacy">${host.text(list.anonRead ? "shared" : "private")}</span>
      <div part="list-actions">
        ${button(host, "action", "share", () => openShare(host, client, list, { notice, onRenew: choose }))}
        ${button(host, "action", "rename", () => void rename(list))}
        <button part="action" type="button" aria-pressed=${lists.preferred() === list.lid} @click=${() => prefer(list)}>
          ${host.text("preferThis")}
        </button>
        ${button(host, "action", "deleteList", () => openDeleteDialog(list))}
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
      ${hasMore ? html`<button part="secondary more" type="button" aria-disabled=${isLoadingMore} @click=${() => notice.attempt(() => showMore(list))}>${host.text("more")}</button>` : nothing}`;
  }

  const actions = (
    list: List,
    item: Item,
  ) => html`${host.hasAttribute("cart") ? cartAction({ host, client, notice }, item) : nothing}
    ${itemAction(host, item, { text: "move", onClick: () => openMoveDialog(list, item) })}
    ${removeAction(host, item, () => remove(list, item))}`;

  const empty = (title: string) => html`<div part="empty">
    <p part="empty-title">${title}</p>
    <p>${host.text("emptyText")}</p>
  </div>`;

  function body() {
    const { status, error } = lists.get();
    const list = findOpenList();
    if (list) return html`${chooser(list)}${open(list)}`;
    if (status === "failed")
      return html`<div part="empty" role="alert">
        <p part="empty-title">${describeError(host, error)}</p>
        ${button(host, "secondary", "retry", () => notice.attempt(() => lists.fetch()))}
      </div>`;
    if (status === "ready") return html`${chooser(undefined)}${empty(host.text("empty"))}`;
    return placeholders(host);
  }

  function draw() {
    render(html`<section part="page">${body()}${notice.template()}</section>`, container);
  }

  const stops = [lists.subscribe(draw), waitingOf(client).subscribe(draw)];
  draw();
  return () => {
    for (const stop of stops) stop();
    notice.stop();
    render(nothing, container);
  };
}
