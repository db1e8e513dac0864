import { createHmac, timingSafeEqual } from "node:crypto";
import { findVariant, type Sold } from "./products.ts";

// The shop keeps two cookies per visitor: the cart, and the signed email address of a logged-in shopper.

const LINES_MAX = 20;
const QUANTITY_MAX = 9;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/;

export type CartLine = Sold & { readonly quantity: number };
export type Visitor = { readonly email: string | undefined; readonly cart: readonly CartLine[] };

const cookieOf = (header: string, name: string) =>
  header
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
const setCookie = (name: string, value: string) => `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`;

export function createVisitors(secret: string) {
  const sign = (text: string) => createHmac("sha256", secret).update(`visitor ${text}`).digest();

  function readEmail(cookie: string | undefined) {
    const [text = "", signature = ""] = cookie?.split(".") ?? [];
    const [given, right] = [Buffer.from(signature, "base64url"), sign(text)];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    return Buffer.from(text, "base64url").toString();
  }

  return {
    read: (cookies = ""): Visitor => ({
      email: readEmail(cookieOf(cookies, "who")),
      cart: readCart(cookieOf(cookies, "cart")),
    }),
    /** A real shop asks for a password first. */
    loginCookie(email: string) {
      if (!EMAIL.test(email)) return undefined;
      const text = Buffer.from(email.trim().toLowerCase()).toString("base64url");
      return setCookie("who", `${text}.${sign(text).toString("base64url")}`);
    },
    logoutCookie: () => "who=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
    cartCookie: (cart: readonly CartLine[]) =>
      setCookie("cart", cart.map(({ variant, quantity }) => `${variant.id}.${quantity}`).join("-")),
  };
}

function readCart(cookie = ""): CartLine[] {
  return cookie
    .split("-")
    .slice(0, LINES_MAX)
    .flatMap((line) => {
      const [id, quantity] = line.split(".").map(Number);
      const sold = findVariant(id ?? 0);
      return sold && quantity ? [{ ...sold, quantity: Math.min(quantity, QUANTITY_MAX) }] : [];
    });
}

/** Adds `by` to the quantity of a variant, or sets it to `to`. A quantity of 0 removes the line. */
export function changeCart(cart: readonly CartLine[], id: number, change: { by: number } | { to: number }): CartLine[] {
  const sold = findVariant(id);
  if (!sold) return [...cart];
  const before = cart.find(({ variant }) => variant.id === id)?.quantity ?? 0;
  const requested = "to" in change ? change.to : before + change.by;
  const quantity = Math.max(0, Math.min(Number.isInteger(requested) ? requested : before, QUANTITY_MAX));
  const line = { ...sold, quantity };
  const next = before > 0 ? cart.map((one) => (one.variant.id === id ? line : one)) : [...cart, line];
  return next.filter((one) => one.quantity > 0).slice(0, LINES_MAX);
}
