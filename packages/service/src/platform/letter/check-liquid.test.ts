import { expect, test } from "vitest";
import { checkTemplate } from "./liquid.ts";

const facts = { product: { title: "Boots", price: "9 €" }, quantity: 2, shop: { name: "Nordwand" } };
const check = (html: string) =>
  checkTemplate({ subject: "x", html }, facts).map(({ line, column, text }) => `${line}:${column} ${text}`);

test.each([
  "{{ product.title | upcase | append: '|nofilter' }}",
  "{% assign note = product.title | split: ' ' %}{{ note.first }}{{ note }}",
  "{% capture line %}{{ quantity }}{% endcapture %}{{ line | strip }}",
  "{% for n in (1..3) %}{{ n }}{{ forloop.index }}{% else %}{{ quantity }}{% endfor %}",
  "{% comment %}{{ product.nothing | nofilter }}{% endcomment %}",
  "{% if quantity > 1 %}a{% elsif quantity == 1 %}b{% else %}c{% endif %}",
  "{% case quantity %}{% when 1 %}a{% else %}b{% endcase %}",
  "{{ product.title.size }}{{ product['title'] }}{{- shop.name -}}",
])("nothing is wrong with %s", (html) => {
  expect(check(html)).toEqual([]);
});

test.each([
  ["{{ product.titel }}", [/^1:4 There is no variable product\.titel\. Did you mean product\.title\?$/]],
  [
    "a\n  {{ product.titel | upcas: 1 }}",
    [/^2:6 There is no variable/, /^2:22 There is no filter upcas\. Did you mean upcase\?$/],
  ],
  ["{% for n in (1..3) %}{{ n }}{% endfor %}\n{{ n }}", [/^2:4 There is no variable n\./]],
  ["{% if quantity %}\n{{ shop.nam }}", [/^1:1 tag \{% if quantity %\} not closed$/, /^2:4 .*shop\.name\?$/]],
  ["{% endif %}", [/^1:1 \{% endif %\} does not belong to a tag before it$/]],
  ["{% include 'x' %}\n{% render 'y' %}", [/^1:1 There is no tag include\./, /^2:1 There is no tag render\./]],
  ["{{ shop.name", [/^1:1 output .* not closed/]],
  ["{{ }}\n{{ shop.nam }}", [/^1:4 invalid value/, /^2:4 .*shop\.name\?$/]],
  ["{% for n of (1..2) %}{{ n }}{% else %}x{% endfor %}{{ shop.nam }}", [/^1:1 illegal tag/, /^1:55 .*shop\.name\?$/]],
  ["{% assign = 3 %}{{ quantity | | }}", [/^1:\d+ expected variable name/, /^1:\d+ expected filter name/]],
  ["{% if shop.nam == 'a' %}{% if x %}{% endif %}", [/^1:1 tag .* not closed/, /^1:31 .*variable x/]],
])("%j has these problems", (html, expected) => {
  expect(check(html)).toEqual(expected.map((one): unknown => expect.stringMatching(one)));
});

test("a text of nothing but broken tags is read in a moment", () => {
  expect(check("{% for x %}{{ ".repeat(4_000)).length).toBeLessThanOrEqual(20);
});
