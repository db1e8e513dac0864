import { html } from "lit-html";
import type { Texts } from "../texts/texts.ts";
import type { KeepsakeElement } from "./element.ts";

export const button = (host: KeepsakeElement, part: string, text: keyof Texts, onClick: () => unknown) =>
  html`<button part=${part} type="button" @click=${onClick}>${host.text(text)}</button>`;
