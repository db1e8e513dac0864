import type { Client, Product } from "../client.ts";
import { TEXTS, type Texts } from "./texts.ts";

/** What the elements of a page share: `window.Keepsake`, or the same two things from a module. */
export type KeepsakePage = { readonly client: Client; texts?: Partial<Texts> | undefined };

/** A server that renders pages has no elements, and may import this all the same. */
const Base = globalThis.HTMLElement ?? Object;

export abstract class KeepsakeElement extends Base {
  static observedAttributes: string[] = ["epi", "empi", "du", "title", "variant", "available", "lid", "count", "texts"];
  static page: KeepsakePage | undefined;

  readonly root: ShadowRoot = this.attachShadow({ mode: "open" });
  #stop: (() => void) | undefined;
  #isRestarting = false;

  /** Shows itself and keeps doing so; answers how to stop. */
  protected abstract start(client: Client): () => void;

  connectedCallback() {
    const { page } = KeepsakeElement;
    if (page) this.#stop ??= this.start(page.client);
  }

  disconnectedCallback() {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Several attributes change together where a shopper picks another variant. */
  attributeChangedCallback() {
    if (!this.#stop || this.#isRestarting) return;
    this.#isRestarting = true;
    queueMicrotask(() => {
      this.#isRestarting = false;
      this.disconnectedCallback();
      if (this.isConnected) this.connectedCallback();
    });
  }

  /** The words of this element, of the page, or ours; filled in as text, never as HTML. */
  text(name: keyof Texts, values: Record<string, string | number> = {}): string {
    const words = this.#ownTexts()[name] ?? KeepsakeElement.page?.texts?.[name] ?? TEXTS[name];
    return words.replaceAll(/\{(\w+)\}/g, (all, key: string) => String(values[key] ?? all));
  }
  #ownTexts(): Partial<Texts> {
    try {
      return JSON.parse(this.getAttribute("texts") ?? "{}") ?? {};
    } catch {
      return {};
    }
  }

  /** The product that the attributes name, if they do. */
  product(): Product | undefined {
    const [epi, du] = [this.getAttribute("epi"), safeUrl(this.getAttribute("du") ?? "")];
    if (!epi || !du) return undefined;
    const [title, image, price] = [this.getAttribute("title"), safeUrl(this.getAttribute("image") ?? ""), this.price()];
    return {
      epi,
      empi: this.getAttribute("empi") ?? epi,
      du,
      ...(title ? { dt: title } : {}),
      ...(image ? { iu: image } : {}),
      ...(price === undefined ? {} : { pr: price }),
    };
  }
  private price() {
    const price = Number(this.getAttribute("price") || Number.NaN); // "1,299" is no number, and not 1
    return Number.isFinite(price) ? price : undefined;
  }

  /** Answers whether nobody objected. */
  tell(name: string, detail: unknown): boolean {
    return this.dispatchEvent(
      new CustomEvent(`keepsake:${name}`, { detail, bubbles: true, composed: true, cancelable: true }),
    );
  }

  /** A strict policy refuses style attributes and elements, but not these. */
  dress(...sheets: CSSStyleSheet[]) {
    this.root.adoptedStyleSheets = sheets;
  }
}

/** Made at the first need and shared by all that ask. */
export function sheetOf(css: string): () => CSSStyleSheet {
  let sheet: CSSStyleSheet | undefined;
  return () => {
    if (sheet) return sheet;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  };
}

/** Addresses come from the page and from other people's lists: only those of the web are followed. */
export function safeUrl(address: string | undefined | null): string | undefined {
  if (!address) return undefined;
  try {
    const { protocol, href } = new URL(address, document.baseURI);
    return protocol === "https:" || protocol === "http:" ? href : undefined;
  } catch {
    return undefined;
  }
}

/** One child after the other: text stays text. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
