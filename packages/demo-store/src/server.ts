import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { draw } from "./draw.ts";
import type { Markup } from "./html.ts";
import { type KeepsakeAccess, sendProducts, sendStock, signToken } from "./keepsake.ts";
import { page, RESTOCK_QUANTITY } from "./page.ts";
import {
  cartPage,
  homePage,
  listsPage,
  loginPage,
  notFoundPage,
  productPage,
  sharedPage,
  thanksPage,
} from "./pages.ts";
import { colourOf, findProduct, findVariant, PRODUCTS, type Product, type Variant } from "./products.ts";
import { changeCart, createVisitors, type Visitor } from "./visitor.ts";

// Tarn, a shop of server-rendered pages. It uses Keepsake in three places: keepsake.ts (calls from the server), page.ts
// (the script tag) and the <keepsake-…> elements in the pages.

const BODY_BYTES = 4_096;
const DELIVERY_EUROS = 12;
const CACHE_ONE_DAY = "public, max-age=86400";

const FILES: Record<string, string> = {
  "shop.css": "text/css; charset=utf-8",
  "shop.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
  "fraunces.woff2": "font/woff2",
  "instrument-sans.woff2": "font/woff2",
};

export type ShopOptions = {
  readonly keepsake: KeepsakeAccess;
  /** 0 picks a free port. */
  readonly port: number;
  /** The page that shows caught mails, if there is one. */
  readonly mailUrl?: string;
  /** Runs once Keepsake knows the products, and before it knows the stock. */
  readonly onProducts?: () => Promise<void>;
};

/** Starts the shop and sends its products and stock to Keepsake. */
export async function startShop({ keepsake, port, mailUrl, onProducts }: ShopOptions) {
  const visitors = createVisitors(keepsake.identitySecret);
  const stock = new Map(PRODUCTS.flatMap(({ variants }) => variants.map((one) => [one.id, one.stock] as const)));
  const soldOut = PRODUCTS.flatMap(({ variants }) => variants).find((one) => one.stock === 0)?.id ?? 0;
  const files = new Map(
    await Promise.all(
      Object.keys(FILES).map(async (name) => {
        const body = await readFile(new URL(`../assets/${name}`, import.meta.url));
        return [
          name,
          { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` },
        ] as const;
      }),
    ),
  );
  const pictures = new Map(
    PRODUCTS.flatMap((product) =>
      product.variants.map((variant) => [pictureName(product, variant), { product, variant }]),
    ),
  );

  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 5_000, maxHeaderSize: 16_384 },
    (request, response) => {
      serve(request, response).catch((error: unknown) => {
        process.stderr.write(`demo shop: ${error instanceof Error ? error.stack : String(error)}\n`);
        if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
        response.end("Something went wrong. Please try again.");
      });
    },
  );
  await new Promise<void>((resolve, reject) => void server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  await sendProducts(keepsake, PRODUCTS, {
    page: (product, variant) => `${url}/p/${product.slug}?variant=${variant.id}`,
    picture: (product, variant) => `${url}/pictures/${pictureName(product, variant)}`,
  });
  await onProducts?.();
  await sendStock(keepsake, stock);

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const visitor = visitors.read(request.headers.cookie);
    if (request.method === "POST") return submit(pathname, await readForm(request), { request, response, visitor });
    const [, folder = "", name = ""] = pathname.split("/");
    if (folder === "assets") return sendFile(request, response, name);
    if (folder === "pictures") return sendPicture(response, name);
    const found = findPage(folder, name, searchParams, visitor);
    sendPage(response, found ?? notFoundPage(), visitor, found ? 200 : 404);
  }

  /** Returns undefined when there is no such page. */
  function findPage(folder: string, name: string, query: URLSearchParams, visitor: Visitor) {
    const view = { url, stockOf: ({ id }: Variant) => stock.get(id) ?? 0 };
    const product = folder === "p" ? findProduct(name) : undefined;
    if (product) {
      const chosen = product.variants.find(({ id }) => String(id) === query.get("variant"));
      const first = product.variants.find((variant) => view.stockOf(variant) > 0) ?? product.variants[0];
      const variant = chosen ?? first;
      return variant && productPage(view, product, variant);
    }
    if (name !== "") return undefined;
    if (folder === "")
      return homePage(view, { words: (query.get("q") ?? "").slice(0, 60), category: query.get("category") ?? "" });
    if (folder === "cart") return cartPage(view, visitor.cart, DELIVERY_EUROS);
    if (folder === "lists") return listsPage(visitor.email);
    if (folder === "shared") return sharedPage(query.get("lid") ?? "");
    if (folder === "login") return loginPage(visitor.email);
    if (folder === "thanks") return thanksPage();
    return undefined;
  }

  /** Handles a form and redirects to a page. Forms from other sites change nothing. */
  async function submit(
    path: string,
    form: URLSearchParams,
    { request, response, visitor }: { request: IncomingMessage; response: ServerResponse; visitor: Visitor },
  ) {
    const site = request.headers["sec-fetch-site"];
    if (site !== undefined && site !== "same-origin") return redirect(response, "/");
    const number = (name: string) => Number(form.get(name) ?? Number.NaN);
    switch (path) {
      case "/cart/add":
        return redirect(
          response,
          "/cart",
          visitors.cartCookie(changeCart(visitor.cart, number("variant"), { by: number("quantity") || 1 })),
        );
      case "/cart/change":
        return redirect(
          response,
          "/cart",
          visitors.cartCookie(changeCart(visitor.cart, number("variant"), { to: number("quantity") })),
        );
      case "/checkout":
        return redirect(response, "/thanks", visitors.cartCookie([]));
      case "/login":
        return redirect(response, "/lists", visitors.loginCookie(form.get("email") ?? ""));
      case "/logout":
        return redirect(response, "/", visitors.logoutCookie());
      case "/demo/stock":
        stock.set(soldOut, number("quantity") > 0 ? RESTOCK_QUANTITY : 0);
        await sendStock(keepsake, new Map([[soldOut, stock.get(soldOut) ?? 0]]));
        return redirect(response, productPath(soldOut));
      default:
        return sendPage(response, notFoundPage(), visitor, 404);
    }
  }
  const productPath = (id: number) => `/p/${findVariant(id)?.product.slug}?variant=${id}`;

  function sendPage(
    response: ServerResponse,
    { title, content }: { title: string; content: Markup },
    visitor: Visitor,
    status: number,
  ) {
    const nonce = randomBytes(16).toString("base64");
    const document = page({
      title,
      content,
      nonce,
      email: visitor.email,
      cartCount: visitor.cart.reduce((sum, { quantity }) => sum + quantity, 0),
      keepsake: {
        url: keepsake.url,
        pid: keepsake.pid,
        token: visitor.email ? signToken(keepsake, visitor.email) : "",
      },
      sharePage: `${url}/shared`,
      demo: { isSoldOut: (stock.get(soldOut) ?? 0) === 0, productUrl: productPath(soldOut), mailUrl },
    });
    response.writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self' ${keepsake.url}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store", // The page contains the shopper's token.
    });
    response.end(document.markup);
  }

  function sendFile({ headers }: IncomingMessage, response: ServerResponse, name: string) {
    const file = files.get(name);
    if (!file) return void response.writeHead(404).end();
    const caching = { etag: file.etag, "cache-control": "no-cache" };
    if (headers["if-none-match"] === file.etag) return void response.writeHead(304, caching).end();
    response.writeHead(200, { ...caching, "content-type": FILES[name] }).end(file.body);
  }

  function sendPicture(response: ServerResponse, name: string) {
    const picture = pictures.get(name);
    if (!picture) return void response.writeHead(404).end();
    response.writeHead(200, {
      "content-type": "image/svg+xml",
      "cache-control": CACHE_ONE_DAY,
      "content-security-policy": "default-src 'none'",
    });
    response.end(draw(picture.product.drawing, colourOf(picture.variant)));
  }

  return {
    url,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const pictureName = ({ slug }: Product, { colour }: Variant) => `${slug}-${colour.toLowerCase()}.svg`;

function redirect(response: ServerResponse, location: string, cookie?: string) {
  response.writeHead(303, { location, ...(cookie ? { "set-cookie": cookie } : {}) }).end();
}

async function readForm(request: IncomingMessage) {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > BODY_BYTES) throw new Error("The form is too large");
  }
  return new URLSearchParams(text);
}
