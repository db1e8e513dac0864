import { html, type Markup } from "./html.ts";
import { CATEGORIES } from "./products.ts";

type Page = {
  readonly title: string;
  readonly content: Markup;
  readonly nonce: string;
  readonly email: string | undefined;
  readonly cartCount: number;
  readonly keepsake: { readonly url: string; readonly pid: string; readonly token: string };
  readonly sharePage: string;
  readonly demo: { readonly isSoldOut: boolean; readonly productUrl: string; readonly mailUrl: string | undefined };
};

/** The frame of every page: the Keepsake script tag, the shop's header and footer, and the demo bar. */
export const page = ({
  title,
  content,
  nonce,
  email,
  cartCount,
  keepsake,
  sharePage,
  demo,
}: Page): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === "" ? "Tarn: clothes and objects for all weathers" : `${title} · Tarn`}</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="preload" href="/assets/fraunces.woff2" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="/assets/instrument-sans.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/assets/shop.css">
<script async nonce="${nonce}" src="${keepsake.url}/keepsake.js" data-pid="${keepsake.pid}" data-token="${keepsake.token}" data-share="${sharePage}"></script>
<script type="module" nonce="${nonce}" src="/assets/shop.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${demoBar(demo)}
<header class="head">
  <a class="brand" href="/">Tarn</a>
  <nav class="kinds" aria-label="Categories">
    ${CATEGORIES.map((one) => html`<a href="/?category=${one}">${one}</a>`)}
  </nav>
  <form class="search" role="search" action="/">
    <label class="unseen" for="q">Search the shop</label>
    <input id="q" name="q" type="search" placeholder="Search" maxlength="60">
  </form>
  <nav class="own" aria-label="Account">
    <a href="/login">${email ? "Account" : "Log in"}</a>
    <a href="/lists">Lists</a>
    <keepsake-drawer cart currency="EUR"></keepsake-drawer>
    <a href="/cart">Cart <span class="count" data-cart-count>${cartCount}</span></a>
  </nav>
</header>
<main id="main">${content}</main>
<footer class="foot">
  <div>
    <p class="brand">Tarn</p>
    <p>Clothes and objects for all weathers. Made in small batches and repaired for life.</p>
  </div>
  <ul>
    <li>Delivery in two to four days</li>
    <li>30-day returns</li>
    <li>Free repairs for life</li>
  </ul>
  <p class="small">A demo of Keepsake. Nothing here is for sale, and a program drew all the pictures.</p>
</footer>
<p class="notice" role="status" data-notice></p>
</body>
</html>`;

/** Leads a visitor to the first alert, step by step. */
const demoBar = ({
  isSoldOut,
  productUrl,
  mailUrl,
}: Page["demo"]) => html`<form class="demo" method="post" action="/demo/stock" aria-label="Demo">
  <b>${isSoldOut ? "Try an alert" : "Restocked"}</b>
  ${isSoldOut ? alertSteps(productUrl, mailUrl) : restocked(productUrl, mailUrl)}
</form>`;

/** How many the demo restocks. */
export const RESTOCK_QUANTITY = 12;

const mailLink = (text: string, mailUrl: string | undefined) =>
  mailUrl === undefined ? html`${text}` : html`<a href="${mailUrl}" target="_blank" rel="noopener">${text}</a>`;

const alertSteps = (productUrl: string, mailUrl: string | undefined) => html`<ol>
    <li>Press “Notify me when available” on the sold-out <a href="${productUrl}">Fell Jacket, Moss / M</a></li>
    <li>Confirm in your ${mailLink("mail", mailUrl)}</li>
    <li><button name="quantity" value="${RESTOCK_QUANTITY}">Restock it</button></li>
    <li>Get the alert by ${mailLink("mail", mailUrl)}</li>
  </ol>`;

const restocked = (
  productUrl: string,
  mailUrl: string | undefined,
) => html`<span><a href="${productUrl}">Fell Jacket, Moss / M</a> is back: ${RESTOCK_QUANTITY} in stock. If you signed up, the alert is on its way to your ${mailLink("mail", mailUrl)}.</span>
  <button name="quantity" value="0">Sell it out</button>`;
