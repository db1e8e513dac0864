import { answer, type Done, type Failed, withCallbacks } from "./callbacks.ts";
import type { KeepsakeElement } from "./elements/element.ts";
import type { Client } from "./interface.ts";
import type {
  AlertAnswer,
  AlertRequest,
  CustomProduct,
  Item,
  ItemRef,
  ListChange,
  Page,
  PlatformId,
  Product,
} from "./records.ts";
import { BUTTON_TEXTS } from "./texts/button-texts.ts";
import { showToast } from "./toast.ts";

// Calls that few pages make, most of them written for another service. They are in a file of their own, which is loaded
// at the first of these calls.

/** A product as old pages describe it: more fields than we store, and sometimes no product id or URL. */
type OldProduct = { readonly epi: PlatformId } & Readonly<Record<string, unknown>>;

/** A list's lid, or an object with a lid. Null means the default list. */
type ListRef = string | ({ lid: string | null } & Page) | null;

const FIELDS = ["qty", "note", "cprops", "lbls", "dt", "iu", "pr", "sku"] as const;
/** The number that old pages know saved items by. */
const SAVED = 4;
const ADDED_CLASS = "swym-added";
const bound = new WeakSet<Element>();

/** In the words of the elements, or in English on a page without them. */
function notSaved() {
  const heart = document.createElement("keepsake-heart") as HTMLElement & Partial<Pick<KeepsakeElement, "text">>;
  heart.lang = document.documentElement.lang;
  return heart.text?.("notSaved") ?? BUTTON_TEXTS.notSaved;
}

export function createMoreCalls(client: Client) {
  const { lists, alerts, shopper } = client;
  const lidOrDefault = async (list: ListRef) => lidOf(list) ?? lists.defaultLid();

  async function fetchAll(): Promise<(Item & { et: number })[]> {
    const wishlists = (await lists.fetch()).filter(({ lty }) => lty !== "sfl");
    const items = await Promise.all(
      wishlists.map(({ lid, cnt, listcontents = [] }) => (cnt > listcontents.length ? lists.items(lid) : listcontents)),
    );
    return items.flat().map((item) => ({ ...item, et: SAVED }));
  }

  /** Removes a product from every wishlist that has it, or may have it: the preview of a long list shows only a part. */
  async function removeEverywhere(product: ItemRef): Promise<ItemRef> {
    const isSame = ({ epi }: Item) => String(epi) === String(product.epi);
    const holders = (await lists.fetch()).filter(
      ({ lty, cnt, listcontents = [] }) =>
        lty !== "sfl" && (cnt > listcontents.length || listcontents.some((item) => isSame(item))),
    );
    await Promise.all(holders.map(({ lid }) => lists.remove(lid, [product])));
    return product;
  }

  const subscribeForProductAlert = (
    mediumValue: string,
    medium: AlertRequest["medium"],
    product: OldProduct,
    onSuccess?: Done<AlertAnswer>,
    onError?: Failed,
    addToMailingList?: boolean | 0 | 1,
    topic = "backinstock",
  ) => {
    const subscribed = alerts.subscribe({
      medium,
      mediumvalue: mediumValue,
      products: [toProduct(product)],
      topics: [topic],
      ...(addToMailingList === undefined ? {} : { addtomailinglist: addToMailingList ? 1 : 0 }),
    });
    return answer(subscribed, onSuccess, onError);
  };

  /** Shows the notify-me element in `node`, or its dialog at once. `onSuccess` is called after the sign-up. */
  async function addToWatchList(
    _event: unknown,
    product: OldProduct,
    onSuccess?: Done<unknown>,
    node?: Element | null,
  ): Promise<void> {
    const { epi, empi, du, dt = "", iu = "" } = toProduct(product);
    const element = document.createElement("keepsake-notify-me");
    const attributes = { epi, empi, du, title: dt, image: iu, available: "false" };
    for (const [name, value] of Object.entries(attributes)) if (value) element.setAttribute(name, String(value));
    element.addEventListener("keepsake:notify-me", (event) => onSuccess?.((event as CustomEvent).detail));
    if (node) return node.replaceChildren(element);
    // The dialog is in the top layer, so it is visible although its element is not.
    Object.assign(element.style, { position: "fixed", opacity: "0", pointerEvents: "none" });
    document.body.append(element);
    await customElements.whenDefined("keepsake-notify-me");
    element.addEventListener("keepsake:notify-me", () => {
      if (element.shadowRoot?.querySelector("dialog")) return;
      // A logged-in shopper was signed up without a dialog. The element shows its message after this event.
      setTimeout(() => {
        showToast(element.shadowRoot?.querySelector("[part=message]")?.textContent ?? "");
        element.remove();
      });
    });
    element.shadowRoot?.addEventListener("close", () => element.remove(), true);
    element.shadowRoot?.querySelector("button")?.click();
  }

  function bind(button: HTMLElement) {
    const product = productOf(button);
    if (!product || bound.has(button)) return;
    bound.add(button);
    if (button.dataset["swaction"]?.toLowerCase() === "addtowatchlist") {
      button.addEventListener("click", (event) => void addToWatchList(event, product));
      return;
    }
    const saved = client.saved(product);
    const show = () => {
      const { isSaved } = saved.get();
      button.classList.toggle(ADDED_CLASS, isSaved);
      button.setAttribute("aria-pressed", String(isSaved));
    };
    button.addEventListener("click", (event) => {
      event.preventDefault();
      saved.toggle().catch(() => showToast(notSaved(), "alert"));
    });
    saved.subscribe(show);
    show();
  }

  return {
    /** All items of the shopper's wishlists. */
    fetch: (onSuccess?: Done<Item[]>, onError?: Failed) => answer(fetchAll(), onSuccess, asCallback(onError)),
    /** Saves to the default list. */
    addToWishList: (product: OldProduct, onSuccess?: Done<Item>, onErrorOrQuiet?: unknown) => {
      const sent = toProduct(product);
      const added = lists.add(undefined, [sent]).then(([item]) => item ?? (sent as Item));
      return answer(added, onSuccess, asCallback(onErrorOrQuiet));
    },
    removeFromWishList: (product: OldProduct, onSuccess?: Done<ItemRef>, onError?: Failed) => {
      const { epi, empi } = toProduct(product);
      return answer(removeEverywhere({ epi, empi }), onSuccess, asCallback(onError));
    },
    removeProductFromLists: withCallbacks(
      async (product: OldProduct, wanted: readonly (string | { lid: string })[]): Promise<Item[]> => {
        const { epi, empi } = toProduct(product);
        const lids = wanted.map((list) => (typeof list === "string" ? list : list.lid));
        return (await Promise.all(lids.map((lid) => lists.remove(lid, [{ epi, empi }])))).flat();
      },
    ),
    addToWatchList,
    subscribeForProductAlert,
    /** The older name, for the back-in-stock alert. */
    sendWatchlist: subscribeForProductAlert,
    updateList: withCallbacks((change: ListChange) => lists.update(change)),
    deleteList: withCallbacks((list: string | { lid: string }) =>
      lists.delete(typeof list === "string" ? list : list.lid),
    ),
    fetchListDetails: withCallbacks(async (list: ListRef) => lists.details(await lidOrDefault(list), pageOf(list))),
    fetchListCtx: withCallbacks(async (list: ListRef) => lists.items(await lidOrDefault(list), pageOf(list))),
    fetchSavedForLater: withCallbacks((list: ListRef) => client.saveForLater.fetch(lidOf(list), pageOf(list))),
    fetchSubscriptions: withCallbacks((filter: Parameters<typeof alerts.fetch>[0]) => alerts.fetch(filter)),
    updateListItem: withCallbacks(
      async (lid: string, product: ItemRef): Promise<Item | ItemRef> =>
        (await lists.updateItems(lid, [product]))[0] ?? product,
    ),
    addProductsToList: withCallbacks((lid: string, products: readonly Product[]) => lists.add(lid, products)),
    removeProductsFromList: withCallbacks((lid: string, products: readonly ItemRef[]) => lists.remove(lid, products)),
    markListPublic: withCallbacks(async (lid: string | null) => lists.share(await lidOrDefault(lid))),
    /** The callback gets the lid as its second argument. */
    generateSharedListURL: async (
      list: string | null,
      onSuccess?: ((url: string, lid: string) => void) | null,
      onError?: Failed,
    ): Promise<string> => {
      const share = async () => {
        const lid = await lidOrDefault(list);
        return { lid, url: await lists.shareUrl(lid) };
      };
      const { url } = await answer(share(), onSuccess && (({ url: shared, lid }) => onSuccess(shared, lid)), onError);
      return url;
    },
    addProductToLists: withCallbacks(async (product: Product, lids: readonly string[]) =>
      (await Promise.all(lids.map((lid) => lists.add(lid, [product])))).flat(),
    ),
    addCustomProductToList: withCallbacks(
      async (lid: string, product: CustomProduct): Promise<Item | CustomProduct> =>
        (await lists.add(lid, [product]))[0] ?? product,
    ),
    sendListViaEmail: withCallbacks(
      async (mail: { toEmailId: string; fromName?: string; note?: string; lid: string | null }) => {
        const { toEmailId: toemail, fromName: fromname = "", note = "" } = mail;
        return lists.email({ lid: await lidOrDefault(mail.lid), toemail, fromname, note });
      },
    ),
    getSocialCount: withCallbacks(
      async ({ empi }: { empi: PlatformId }) => (await client.socialCounts([empi]))[0] ?? { empi, count: 0 },
    ),
    getSocialCountBatch: withCallbacks(async (products: readonly { empi: PlatformId }[]) => ({
      data: await client.socialCounts(products.map(({ empi }) => empi)),
    })),
    /** `{authn: true, email}` for a logged-in shopper, otherwise `{authn: false}`. */
    authCheck: (onSuccess?: Done<{ authn: boolean; email?: string }>) => {
      const { email } = shopper.get();
      return answer(Promise.resolve(email ? { authn: true, email } : { authn: false }), onSuccess, undefined);
    },
    fetchUserLists: (
      onSuccess?: Done<unknown> | { callbackFn?: Done<unknown>; errorFn?: Failed },
      onError?: Failed,
    ) => {
      const named = typeof onSuccess === "function" ? { callbackFn: onSuccess } : onSuccess;
      return answer(lists.fetch(), named?.callbackFn, onError ?? named?.errorFn);
    },
    /** Opens the page of a social network with the link of the list. The template has `{{url}}` and `{{note}}`, or ends
     *  where the link belongs. The note may be left out. */
    shareListSocial: (
      lid: string | null,
      fromName: string,
      urlTemplate: string,
      medium: string,
      noteOrOnError?: unknown,
      onError?: Failed,
    ) => {
      const note = typeof noteOrOnError === "string" ? noteOrOnError : "";
      const share = async () => {
        const shared = await lidOrDefault(lid);
        const url = await lists.shareUrl(shared);
        if (fromName) await lists.share(shared, { fname: fromName });
        open(fillTemplate(urlTemplate, { url, note }), "_blank", "noopener");
        return lists.reportShare({ lid: shared, fromname: fromName, medium });
      };
      return answer(share(), undefined, asCallback(noteOrOnError) ?? onError);
    },
    showSuccessNotification: ({ message }: { message: string }) => showToast(message),
    showErrorNotification: ({ message }: { message: string }) => showToast(message, "alert"),
    /** Makes the marked buttons in `container` save their product, or open the sign-up for its alert. */
    initializeActionButtons: (container = "body", selector = "[data-swaction]") => {
      for (const parent of document.querySelectorAll(container)) {
        const own = parent.matches(selector) ? [parent] : [];
        for (const button of [...own, ...parent.querySelectorAll(selector)]) bind(button as HTMLElement);
      }
    },
  };
}
export type MoreCalls = ReturnType<typeof createMoreCalls>;

const lidOf = (list: ListRef) => (typeof list === "string" ? list : (list?.lid ?? undefined));
function pageOf(list: ListRef): Page | undefined {
  const { limit, offset } = (list ?? {}) as Page;
  if ((limit ?? offset) === undefined) return undefined;
  return { ...(limit === undefined ? {} : { limit }), ...(offset === undefined ? {} : { offset }) };
}

const asCallback = (value: unknown) => (typeof value === "function" ? (value as Failed) : undefined);

function toProduct(old: OldProduct): Product {
  const { epi, empi, du } = old;
  const given = FIELDS.map((name) => [name, old[name]] as const).filter(([, value]) => value != null && value !== "");
  const url = typeof du === "string" && du ? du : location.href;
  return { ...Object.fromEntries(given), epi, empi: (empi as PlatformId | undefined) ?? epi, du: url };
}

/** The product in the attributes of a button. Ids are numbers where they look like numbers, as in the calls of old pages. */
function productOf({ dataset }: HTMLElement): Product | undefined {
  const { productId, variantId, productUrl, productTitle } = dataset;
  const epi = variantId ?? productId;
  if (!epi) return undefined;
  const toId = (id: string) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : id);
  return {
    epi: toId(epi),
    empi: toId(productId ?? epi),
    du: new URL(productUrl ?? location.href, location.href).href,
    ...(productTitle ? { dt: productTitle } : {}),
  };
}

function fillTemplate(template: string, values: { url: string; note: string }) {
  const filled = template.replaceAll(/\{+\s*(url|note)\s*\}+/g, (_, name: "url" | "note") =>
    encodeURIComponent(values[name]),
  );
  return filled === template ? template + encodeURIComponent(values.url) : filled;
}
