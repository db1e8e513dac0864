import type { Client, Product } from "../client.ts";
import { BUTTON_TEXTS } from "../texts/button-texts.ts";
import type { Texts } from "../texts/texts.ts";
import { colorSheet, shown, wordsIn } from "./words.ts";

/** What all elements of a page share. `window.Keepsake` has this type; modules pass their own object. */
export type KeepsakePage = { readonly client: Client; texts?: Partial<Texts> | undefined };

/** A server has no HTMLElement, but may import this file. */
const Base = globalThis.HTMLElement ?? Object;

export abstract class KeepsakeElement extends Base {
  static observedAttributes: string[] = [
    "epi",
    "empi",
    "du",
    "title",
    "variant",
    "available",
    "lid",
    "count",
    "texts",
    "market",
  ];
  static page: KeepsakePage | undefined;
  /** The built-in texts. Those of the lazy file are added when it has loaded. */
  static texts: Partial<Texts> = BUTTON_TEXTS;
  /** Of all elements, if the page names one. */
  static language: string | undefined;

  readonly root: ShadowRoot = this.attachShadow({ mode: "open" });
  #stop: (() => void) | undefined;
  #isRestarting = false;

  /** Renders the element and keeps it up to date. Returns a function that stops it. */
  protected abstract start(client: Client): () => void;
  /** Shows the texts again, because they have changed. */
  redraw?(): void;

  connectedCallback() {
    const { page } = KeepsakeElement;
    if (!page) return;
    shown.add(this);
    this.#stop ??= this.start(page.client);
  }

  disconnectedCallback() {
    shown.delete(this);
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Restarts once for all attributes that change together, as when a shopper picks another variant. */
  attributeChangedCallback() {
    if (!this.#stop || this.#isRestarting) return;
    this.#isRestarting = true;
    queueMicrotask(() => {
      this.#isRestarting = false;
      this.disconnectedCallback();
      if (this.isConnected) this.connectedCallback();
    });
  }

  /** The store's words in the language of this part of the page. */
  words() {
    const language = KeepsakeElement.language || languageAt(this);
    return wordsIn(language.slice(0, 2).toLowerCase(), (KeepsakeElement.page as KeepsakePage).client);
  }

  /** The text of this element, of the page, of the store, or the built-in one. Values are inserted as text, never as HTML. */
  text(name: keyof Texts, values: Record<string, string | number> = {}): string {
    // Attributes and what browsers remember may contain anything.
    const template: unknown =
      this.#ownTexts()[name] ??
      KeepsakeElement.page?.texts?.[name] ??
      this.words().texts?.[name] ??
      KeepsakeElement.texts[name] ??
      "";
    return String(template).replaceAll(/\{(\w+)\}/g, (all, key: string) => String(values[key] ?? all));
  }
  #ownTexts(): Partial<Texts> {
    try {
      return JSON.parse(this.getAttribute("texts") ?? "{}") ?? {};
    } catch {
      return {};
    }
  }

  /** The product in the attributes. Returns undefined without a variant id and a valid URL. */
  findProduct(): Product | undefined {
    const [epi, du] = [this.getAttribute("epi"), safeUrl(this.getAttribute("du") ?? "")];
    if (!epi || !du) return undefined;
    const [title, image, price] = [
      this.getAttribute("title"),
      safeUrl(this.getAttribute("image") ?? ""),
      this.#price(),
    ];
    return {
      epi,
      empi: this.getAttribute("empi") ?? epi,
      du,
      ...(title ? { dt: title } : {}),
      ...(image ? { iu: image } : {}),
      ...(price === undefined ? {} : { pr: price }),
    };
  }
  /** Not named `price`: React sets the property of an element that has one, and not the attribute. */
  #price() {
    const price = Number(this.getAttribute("price") || Number.NaN); // "1,299" is not a number, so no price is sent.
    return Number.isFinite(price) ? price : undefined;
  }

  /** Dispatches an event for the shop. Returns false if a listener called `preventDefault()`. */
  emit(name: string, detail: unknown): boolean {
    return this.dispatchEvent(
      new CustomEvent(`keepsake:${name}`, { detail, bubbles: true, composed: true, cancelable: true }),
    );
  }

  /** Uses constructed style sheets, which a strict content security policy allows. */
  setStyles(...sheets: CSSStyleSheet[]) {
    this.root.adoptedStyleSheets = [...new Set([...sheets, colorSheet()])];
  }
}

/** The language of the page where an element is. One inside another element is in the language of that. */
export function languageAt(element: Element): string {
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  return element.closest<HTMLElement>("[lang]")?.lang ?? (host ? languageAt(host) : "");
}

/** For screen readers alone. */
export const UNSEEN_STYLES = `.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }`;

/** Returns a function that creates the style sheet on first use and then shares it. */
export function createSheet(css: string): () => CSSStyleSheet {
  let sheet: CSSStyleSheet | undefined;
  return () => {
    if (sheet) return sheet;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  };
}

/** Returns only http and https URLs. Attributes and shared lists may contain anything. */
export function safeUrl(address: string | undefined | null): string | undefined {
  if (!address) return undefined;
  try {
    const { protocol, href } = new URL(address, document.baseURI);
    return protocol === "https:" || protocol === "http:" ? href : undefined;
  } catch {
    return undefined;
  }
}

/** Creates an HTML element. Strings become text nodes, never HTML. */
export function createNode<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
