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

/** What every page has: the script tag of Keepsake, head and foot of the shop, and the switch of the demo. */
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
<title>${title === "" ? "Tarn: clothes and objects for weather" : `${title} · Tarn`}</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="preload" href="/assets/fraunces.woff2" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="/assets/instrument-sans.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/assets/shop.css">
<script async nonce="${nonce}" src="${keepsake.url}/keepsake.js" data-pid="${keepsake.pid}" data-token="${keepsake.token}" data-share="${sharePage}"></script>
<script type="module" nonce="${nonce}" src="/assets/shop.js"></script>
</head>
<body>
<a class="skip" href="#main">To the content</a>
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
  <nav class="own" aria-label="Yours">
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
    <p>Clothes and objects for weather. Made in small numbers, repaired for as long as they last.</p>
  </div>
  <ul>
    <li>Delivery in two to four days</li>
    <li>Thirty days to think about it</li>
    <li>Repairs, free, for ever</li>
  </ul>
  <p class="small">A demonstration of Keepsake. Nothing is sold here, and all of it was drawn by a program.</p>
</footer>
<p class="notice" role="status" data-notice></p>
</body>
</html>`;

const demoBar = ({
  isSoldOut,
  productUrl,
  mailUrl,
}: Page["demo"]) => html`<form class="demo" method="post" action="/demo/stock" aria-label="Demo">
  <span><b>Demo</b> <a href="${productUrl}">Fell Jacket, Moss / M</a> is ${isSoldOut ? "sold out" : "back: 12 came in"}.</span>
  <button name="quantity" value="${isSoldOut ? 12 : 0}">${isSoldOut ? "Restock it" : "Sell it out"}</button>
  ${mailUrl !== undefined && html`<a href="${mailUrl}" target="_blank" rel="noopener">Watch the mail arrive</a>`}
</form>`;
