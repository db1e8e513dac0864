import { expect, test } from "vitest";
import { renderLetter } from "../../../platform/letter/letter.ts";
import { ALERT_LETTER } from "./alert.gen.ts";
import { type AlertInput, alertFacts } from "./alert-facts.ts";
import { defaultLetter } from "./default-letter.ts";

const base: AlertInput = {
  store: { name: "Nordwand & Sons", settings: {} },
  variant: {
    product: { title: "Boots", variantTitle: "42", price: 189, currency: "EUR", url: "https://shop.example/1" },
  },
  recipient: { topic: "backinstock", locale: "en-IE", quantity: 1, productUrl: null, timeZone: "Europe/Berlin" },
  links: { preferences: "https://alerts.example/p?a=1&token=p.1", unsubscribe: "https://alerts.example/u?token='p.1'" },
};
const offer = {
  until: new Date("2026-11-15T09:30:00Z"),
  url: "https://alerts.example/o?token=o.1&x=<1>",
  isReservable: false,
};
const of = (more: Partial<AlertInput["recipient"]>): AlertInput => ({
  ...base,
  recipient: { ...base.recipient, ...more },
});

/** Messages that differ in one thing each. */
const INPUTS: readonly AlertInput[] = [
  base,
  {
    ...base,
    links: { preferences: "https://alerts.example/p?token=p.2", unsubscribe: "https://alerts.example/u?token=p.2" },
  },
  { ...base, store: { ...base.store, name: "Another shop" } },
  { ...base, store: { ...base.store, settings: { alerts: { color: "#1f5c46" } } } },
  { ...base, store: { ...base.store, settings: { shop: { logo: "https://shop.example/logo.png?a=1&b=2" } } } },
  { ...base, variant: { product: { ...base.variant.product, title: "Shoes" } } },
  { ...base, variant: { product: { ...base.variant.product, price: 99 } } },
  { ...base, variant: { product: { ...base.variant.product, imageUrl: "https://shop.example/1.jpg" } } },
  { ...base, variant: { product: { title: "Boots" } } },
  { ...of({ productUrl: "https://shop.example/other" }), variant: { product: { title: "Boots" } } },
  of({ topic: "pricedrop" }),
  of({ locale: "de-DE" }),
  of({ quantity: 2 }),
  { ...base, offer },
  { ...base, offer: { ...offer, isReservable: true } },
  { ...base, offer: { ...offer, url: "https://alerts.example/o?token=o.2" } },
  { ...base, offer: { ...offer, until: new Date("2026-11-15T10:30:00Z") } },
  { ...of({ timeZone: "Asia/Tokyo" }), offer },
];

test("a message that is rendered once for many recipients is the one that each would get alone", () => {
  for (const input of [...INPUTS, ...INPUTS.toReversed()]) {
    const { html, text, subject } = defaultLetter(input);
    expect(html).toBe(renderLetter(ALERT_LETTER, alertFacts(input)));
    expect(subject).toBe(alertFacts(input).subject);
    expect(text).toContain(input.links.preferences);
    expect(text).toContain(input.links.unsubscribe);
    expect(text).toContain(input.offer?.url ?? "");
    expect(`${html}${text}`).not.toContain(".invalid");
  }
});

test("control: the messages of the test above are all different", () => {
  expect(new Set(INPUTS.map((input) => defaultLetter(input).html)).size).toBe(INPUTS.length);
});

test("the logo is above the name, its address is escaped, and without one there is no picture", () => {
  const withLogo = (logo: string) => {
    const store = { ...base.store, settings: { shop: { logo } } };
    return defaultLetter({ ...base, store }).html;
  };
  expect(withLogo("https://shop.example/logo.png?a=1&b=2")).toMatch(
    /<img src="https:\/\/shop\.example\/logo\.png\?a=1&amp;b=2" alt="" [^>]*>Nordwand &amp; Sons/,
  );
  expect(withLogo('https://shop.example/"><script>')).not.toContain("<script>");
  expect(defaultLetter(base).html).not.toContain("<img");
});
