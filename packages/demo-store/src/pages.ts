import { html, type Markup } from "./html.ts";
import { CATEGORIES, colourOf, findProducts, PRODUCTS, type Product, type Variant } from "./products.ts";
import type { CartLine } from "./visitor.ts";

// The content of each page. Tags that begin with keepsake- are Keepsake's elements.

type PageContent = { readonly title: string; readonly content: Markup };
type View = { readonly url: string; stockOf(variant: Variant): number };

const money = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR", minimumFractionDigits: 0 });
const pictureOf = ({ slug }: Product, { colour }: Variant) => `/pictures/${slug}-${colour.toLowerCase()}.svg`;
const pathOf = ({ slug }: Product, { id }: Variant) => `/p/${slug}?variant=${id}`;
const firstOf = ({ variants }: Product, { stockOf }: View) => variants.find((one) => stockOf(one) > 0) ?? variants[0];
/** The first variant of each colour. */
const coloursOf = ({ variants }: Product) =>
  variants.filter((one, index) => variants.findIndex(({ colour }) => colour === one.colour) === index);

const heart = (
  { url }: View,
  product: Product,
  variant: Variant,
) => html`<keepsake-heart epi="${variant.id}" empi="${product.id}"
  du="${url}${pathOf(product, variant)}" title="${product.name}" image="${url}${pictureOf(product, variant)}" price="${product.price}"></keepsake-heart>`;

const swatches = (product: Product) =>
  html`<span class="dots" aria-label="In ${coloursOf(product)
    .map(({ colour }) => colour)
    .join(", ")}" role="img">${coloursOf(product).map(
    (one) =>
      html`<svg viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="6" fill="${colourOf(one)}"/></svg>`,
  )}</span>`;

function card(view: View, product: Product): Markup {
  const variant = firstOf(product, view);
  if (!variant) return html``;
  return html`<li class="card">
  <a href="/p/${product.slug}"><img src="${pictureOf(product, variant)}" alt="" width="400" height="500" loading="lazy">
    <span class="name">${product.name}</span></a>
  ${heart(view, product, variant)}
  <p class="facts"><span>${money.format(product.price)}</span>${swatches(product)}</p>
</li>`;
}

export function homePage(view: View, filter: { words: string; category: string }): PageContent {
  const found = findProducts(filter);
  const isAll = filter.words === "" && filter.category === "";
  const title = filter.words ? `“${filter.words}”` : filter.category;
  const content = html`${isAll && hero()}
<section class="shelf" aria-labelledby="shelf">
  <div class="bar">${isAll ? html`<h2 id="shelf">All products</h2>` : html`<h1 id="shelf">${title}</h1>`}
    <nav class="chips" aria-label="Filter">
      <a href="/" ${isAll && html`aria-current="true"`}>All</a>
      ${CATEGORIES.map((one) => html`<a href="/?category=${one}" ${one === filter.category && html`aria-current="true"`}>${one}</a>`)}
    </nav></div>
  ${found.length > 0 ? html`<ul class="grid">${found.map((one) => card(view, one))}</ul>` : html`<p class="empty">No products found. <a href="/">See everything</a>, or try a colour such as moss, ink or rust.</p>`}
</section>`;
  return { title, content };
}

const hero = () => html`<section class="hero">
  <div>
    <p class="over">The autumn collection</p>
    <h1>Made for weather,<br>kept for years.</h1>
    <p class="lead">Twenty-four things for the trail, the train and the kitchen table. We make them in small batches and repair them for life. Sold out? We email you when it's back.</p>
    <a class="button" href="/p/fell-jacket">See the Fell Jacket</a>
  </div>
  <a class="hero-picture" href="/p/tarn-boot" aria-label="Tarn Boot"><img src="/pictures/tarn-boot-bark.svg" alt="" width="400" height="500"></a>
  <a class="hero-picture" href="/p/fell-jacket" aria-label="Fell Jacket"><img src="/pictures/fell-jacket-moss.svg" alt="" width="400" height="500"></a>
</section>`;

export function productPage(view: View, product: Product, chosen: Variant): PageContent {
  const isInStock = view.stockOf(chosen) > 0;
  const sameColour = product.variants.filter(({ colour }) => colour === chosen.colour);
  const others = PRODUCTS.filter((one) => one.category === product.category && one !== product).slice(0, 4);
  const content = html`<article class="product">
  <img class="large" src="${pictureOf(product, chosen)}" alt="${product.name} in ${chosen.colour}" width="800" height="1000">
  <div class="about">
    <p class="over"><a href="/?category=${product.category}">${product.category}</a></p>
    <div class="named"><h1>${product.name}</h1>${heart(view, product, chosen)}</div>
    <p class="price">${money.format(product.price)}</p>
    <p class="lead">${product.about}</p>
    <fieldset class="choice"><legend>Colour: <b>${chosen.colour}</b></legend>
      <div class="swatches">${coloursOf(product).map((one) => {
        const target =
          product.variants.find(({ colour, size }) => colour === one.colour && size === chosen.size) ?? one;
        return html`<a href="${pathOf(product, target)}" aria-label="${one.colour}" ${one.colour === chosen.colour && html`aria-current="true"`}><img src="${pictureOf(product, one)}" alt="" width="56" height="70"></a>`;
      })}</div></fieldset>
    ${
      chosen.size !== undefined &&
      html`<fieldset class="choice"><legend>Size: <b>${chosen.size}</b></legend>
      <div class="sizes">${sameColour.map((one) => html`<a href="${pathOf(product, one)}" ${one === chosen && html`aria-current="true"`} ${view.stockOf(one) === 0 && html`class="gone"`}>${one.size}${view.stockOf(one) === 0 && html`<span class="unseen">, sold out</span>`}</a>`)}</div></fieldset>`
    }
    <form class="buy" method="post" action="/cart/add">
      <input type="hidden" name="variant" value="${chosen.id}">
      <button class="button" ${!isInStock && html`disabled`}>${isInStock ? "Add to cart" : "Sold out"}</button>
    </form>
    <keepsake-notify-me epi="${chosen.id}" empi="${product.id}" du="${view.url}${pathOf(product, chosen)}" title="${product.name}" image="${view.url}${pictureOf(product, chosen)}"
      price="${product.price}" currency="EUR" variant="${chosen.name}" available="${String(isInStock)}"></keepsake-notify-me>
    <p class="stock">${isInStock ? `${view.stockOf(chosen) < 6 ? "Only a few left. " : ""}Ships tomorrow.` : `${chosen.name} is sold out. Get one email when it's back.`}</p>
    <ul class="list">${product.facts.map((fact) => html`<li>${fact}</li>`)}</ul>
  </div>
</article>
<section class="shelf" aria-labelledby="others"><div class="bar"><h2 id="others">More in ${product.category.toLowerCase()}</h2></div>
  <ul class="grid">${others.map((one) => card(view, one))}</ul></section>`;
  return { title: product.name, content };
}

export function cartPage(view: View, cart: readonly CartLine[], delivery: number): PageContent {
  const sum = cart.reduce((total, { product, quantity }) => total + product.price * quantity, 0);
  const content = html`<div class="narrow">
  <h1>Cart</h1>
  <div data-cart>${
    cart.length === 0
      ? html`<p class="empty">Your cart is empty. <a href="/">Keep shopping</a>.</p>`
      : html`<div class="cart">
    <ul class="lines">${cart.map((one) => cartLine(view, one))}</ul>
    <aside class="sum" aria-label="Order summary">
      <p><span>Subtotal</span><span>${money.format(sum)}</span></p>
      <p><span>Delivery</span><span>${money.format(delivery)}</span></p>
      <p class="total"><span>Total</span><span>${money.format(sum + delivery)}</span></p>
      <form method="post" action="/checkout"><button class="button">Check out</button></form>
      <p class="small">30-day returns. Free repairs for life.</p>
    </aside></div>`
  }</div>
  <keepsake-saved-for-later currency="EUR"></keepsake-saved-for-later>
</div>`;
  return { title: "Cart", content };
}

/** assets/shop.js handles "Save for later": it saves the item with Keepsake, then removes it from the cart. */
const cartLine = ({ url }: View, { product, variant, quantity }: CartLine) => html`<li class="line">
  <a href="${pathOf(product, variant)}" tabindex="-1" aria-hidden="true"><img src="${pictureOf(product, variant)}" alt="" width="96" height="120"></a>
  <div>
    <p class="name"><a href="${pathOf(product, variant)}">${product.name}</a></p>
    <p class="small">${variant.name}</p>
    <div class="acts">
      <form method="post" action="/cart/change"><input type="hidden" name="variant" value="${variant.id}">
        <button class="quiet" name="quantity" value="${quantity - 1}" aria-label="Remove one ${product.name}">−</button>
        <span class="quantity">${quantity}</span>
        <button class="quiet" name="quantity" value="${quantity + 1}" aria-label="Add one ${product.name}">+</button>
      </form>
      <button class="link" data-save-for-later data-epi="${variant.id}" data-empi="${product.id}" data-du="${url}${pathOf(product, variant)}" data-qty="${quantity}">Save for later</button>
      <form method="post" action="/cart/change"><input type="hidden" name="variant" value="${variant.id}"><button class="link" name="quantity" value="0">Remove</button></form>
    </div>
  </div>
  <p class="price">${money.format(product.price * quantity)}</p>
</li>`;

export const listsPage = (email: string | undefined): PageContent => ({
  title: "Saved",
  content: html`<div class="narrow">
  <h1>Saved</h1>
  <p class="lead">${email ? html`Your lists are on every device where you log in as ${email}.` : html`Your lists are saved in this browser. <a href="/login">Log in</a> to see them on all your devices.`}</p>
  <keepsake-lists cart currency="EUR"></keepsake-lists>
</div>`,
});

export const sharedPage = (lid: string): PageContent => ({
  title: "A shared list",
  content: html`<div class="narrow"><h1 class="unseen">A shared list</h1><keepsake-shared-list lid="${lid}" cart currency="EUR"></keepsake-shared-list></div>`,
});

export const loginPage = (email: string | undefined): PageContent => ({
  title: email ? "Account" : "Log in",
  content: html`<div class="slim">${
    email
      ? html`<h1>Account</h1><p class="lead">You're logged in as <b>${email}</b>.</p>
  <p><a href="/lists">Your lists</a></p>
  <form method="post" action="/logout"><button class="button">Log out</button></form>`
      : html`<h1>Log in</h1><p class="lead">Your saved items come with you. This demo accepts any email address and needs no password.</p>
  <form class="stack" method="post" action="/login">
    <label for="email">Email address</label>
    <input id="email" name="email" type="email" autocomplete="email" required maxlength="254" placeholder="ada@example.com">
    <button class="button">Log in</button>
  </form>`
  }</div>`,
});

export const thanksPage = (): PageContent => ({
  title: "Thank you",
  content: html`<div class="slim"><h1>Thank you.</h1><p class="lead">In a real shop, your order would ship tomorrow. This is a demo, so nothing was sold.</p><a class="button" href="/">Back to the shop</a></div>`,
});

export const notFoundPage = (): PageContent => ({
  title: "Page not found",
  content: html`<div class="slim"><h1>Page not found</h1><p class="lead">The link may be old or mistyped.</p><a class="button" href="/">See all products</a></div>`,
});
