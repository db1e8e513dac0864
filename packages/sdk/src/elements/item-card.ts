import { html, nothing } from "lit-html";
import type { Item } from "../client.ts";
import { type KeepsakeElement, languageAt, safeUrl } from "./element.ts";

export const titleOf = (host: KeepsakeElement, { dt }: Pick<Item, "dt">) => dt || host.text("untitled");

/** Formats a price in the element's `currency` and the page's language. `isShort` leaves out cents that are zero. */
export function priceText(
  host: KeepsakeElement,
  price: number | undefined | null,
  isShort = false,
): string | undefined {
  if (typeof price !== "number") return undefined;
  const currency = host.getAttribute("currency");
  try {
    return new Intl.NumberFormat(languageAt(host) || undefined, {
      ...(currency ? { style: "currency", currency } : { minimumFractionDigits: 2 }),
      ...(isShort ? { trailingZeroDisplay: "stripIfInteger" } : {}),
    }).format(price);
  } catch {
    return String(price);
  }
}

/** From this number of units on, the card does not say how many are left. */
const ENOUGH_STOCK = 4;

export const isSoldOut = ({ stk }: Item) => typeof stk === "number" && stk <= 0;

function stockText(host: KeepsakeElement, item: Item): string | undefined {
  if (isSoldOut(item)) return host.text("soldOut");
  return item.stk && item.stk < ENOUGH_STOCK ? host.text("lowStock", { count: item.stk }) : undefined;
}

function priceDropText(host: KeepsakeElement, { pr, savedpr }: Item): string | undefined {
  const amount = pr != null && savedpr != null && pr < savedpr ? priceText(host, savedpr - pr, true) : undefined;
  return amount && host.text("priceDrop", { amount });
}

/** Platforms often send the address of a picture without `https:`, and some without the slashes. */
export function picture(address: string | undefined | null) {
  const image = safeUrl(address?.replace(/^(\/\/|(?=[^/:?#]+\.[^/:?#]+(:\d+)?\/))/, "https://"));
  return image
    ? html`<img part="item-image" src=${image} alt="" loading="lazy" decoding="async" />`
    : html`<span part="item-image"></span>`;
}

/** A saved item with its actions. */
export function itemCard(host: KeepsakeElement, item: Item, actions: unknown) {
  const address = safeUrl(item.du);
  const title = titleOf(host, item);
  const [price, drop, stock] = [priceText(host, item.pr), priceDropText(host, item), stockText(host, item)];
  return html`<li part="item" data-epi=${String(item.epi)}>
    ${picture(item.iu)}
    <div part="item-text">
      ${address ? html`<a part="item-title" href=${address}>${title}</a>` : html`<span part="item-title">${title}</span>`}
      ${item.vi ? html`<span part="item-variant">${item.vi}</span>` : nothing}
      ${price ? html`<span part="item-price">${price}</span>` : nothing}
      ${drop ? html`<span part="item-drop">${drop}</span>` : nothing}
      ${stock ? html`<span part=${isSoldOut(item) ? "item-stock sold-out" : "item-stock"}>${stock}</span>` : nothing}
      ${item.note ? html`<span part="item-note">${item.note}</span>` : nothing}
    </div>
    <div part="item-actions">${actions}</div>
  </li>`;
}

/** Three empty cards, shown while the items load. */
export const placeholders = (host: KeepsakeElement) =>
  html`<ul part="items" aria-busy="true" aria-label=${host.text("loading")}>
    ${[1, 2, 3].map(() => html`<li part="item placeholder"><span part="item-image"></span><span class="line"></span></li>`)}
  </ul>`;
