import fc from "fast-check";
import { parse } from "parse5";
import { expect, test } from "vitest";
import { fastest } from "../../../../test/fixtures/fastest.ts";
import { HOSTILE, hostileHtml, twistedHtml } from "../../../../test/fixtures/hostile-html.ts";
import { rebuildHtml } from "./rebuild-html.ts";

const bodyOf = (source: string) => {
  const { html, problems } = rebuildHtml(`<body>${source}`);
  expect(problems).toEqual([]);
  return /<body>([^]*)<\/body>/.exec(html)?.[1];
};

/** The tree that a browser sees, with scripts or without them. */
const treeOf = (html: string, scriptingEnabled: boolean) =>
  JSON.stringify(parse(html, { scriptingEnabled }), (key, value) => (key === "parentNode" ? undefined : value));

test.each([
  ["a script", "<script>alert(1)</script>"],
  ["a script that a comment hides from a simple parser", '<!-- <a title="--><script>alert(1)</script>">'],
  ["a script inside a conditional comment", "<!--[if mso]><script>x</script><![endif]-->"],
  ["a script after a title with a quote", '<title>"</title><script>x</script>'],
  ["an event handler", '<p onclick="x">'],
  ["a javascript link", '<a href="javascript:alert(1)">x</a>'],
  ["a javascript link written with entities", '<a href="&#106;avascript:alert(1)">x</a>'],
  ["a javascript link among the sources of a picture", '<img srcset="https://shop.example/a.jpg 1x, javascript:x 2x">'],
  ["a frame", '<iframe src="https://shop.example/"></iframe>'],
  ["an element of another namespace", "<math><title>x</title></math>"],
  ["a refresh", '<meta http-equiv="refresh" content="0">'],
  ["a style that loads a local file", "<style>p { background: url(file:///etc/passwd) }</style>"],
  ["a style that imports a local file", '<style>@import "file:///etc/passwd";</style>'],
  ["a style that loads a script", '<p style="background:url(javascript:x)">'],
  ["a style that begins a comment", "<style>p { color: red } <!-- </style>"],
  ["a value without quotes", "<b title=https://x y>x</b>"],
])("%s is found", (_, html) => {
  const { problems, html: rebuilt } = rebuildHtml(html);
  expect([problems.length, rebuilt]).toEqual([1, ""]);
});

test.each([
  ["a plain paragraph", '<p style="color:#1c1b1a">Hello</p>'],
  ["Outlook's own elements", '<!--[if mso]><v:rect href="https://shop.example/"><o:AllowPNG /></v:rect><![endif]-->'],
  ["half of a table for Outlook", '<!--[if mso | IE]></td></tr></table><table width="560"><tr><td><![endif]-->'],
  ["what Outlook is not to see", "<!--[if !mso]><!--><p>x</p><!--<![endif]-->"],
  ["a style for old versions of Outlook", "<!--[if lte mso 11]><style>.a > b { width:1px }</style><![endif]-->"],
  ["text that looks like a tag", "<p>1 &lt; 2 &lt;script&gt;</p>"],
  ["preformatted text", "<pre>\n\n x</pre>"],
])("%s stays as it is", (_, html) => {
  expect(bodyOf(html)).toBe(html);
});

test.each([
  ["a size without quotes", "<img alt='' width=56>", '<img alt="" width="56">'],
  ["an attribute that is not on the list", '<p data-x="1" style="color:red">x</p>', '<p style="color:red">x</p>'],
  ["a comment that is not for Outlook", '<p>a<!-- <script title="--><b>b</b></p>', "<p>a<b>b</b></p>"],
  ["a comment in a comment for Outlook", "<!--[if mso]>a<!--<script>b<![endif]-->", "<!--[if mso]>a<![endif]-->"],
  ["a tag inside a value", '<p title="</p><script>">x</p>', '<p title="&lt;/p&gt;&lt;script&gt;">x</p>'],
  [
    "the end of a comment in a value",
    '<!--[if mso]><p title="--&gt;"><![endif]-->',
    '<!--[if mso]><p title="--&gt;"><![endif]-->',
  ],
  [
    "a style for Outlook that is not closed",
    "<!--[if mso]><style>a{}<![endif]-->",
    "<!--[if mso]><style>a{}</style><![endif]-->",
  ],
  ["an older conditional comment", "<![if !mso]><p>x</p><![endif]>", "<!--[if !mso]><!--><p>x</p><!--<![endif]-->"],
  [
    "noscript",
    '<noscript><p title="</noscript><img>">x</p></noscript>',
    '<p title="&lt;/noscript&gt;&lt;img&gt;">x</p>',
  ],
  ["elements that are not closed", "<div><b>x", "<div><b>x</b></div>"],
  ["a link that loads no style", '<p>x</p><link rel="preload" href="https://shop.example/">', "<p>x</p>"],
])("%s is written anew", (_, source, expected) => {
  expect(bodyOf(source)).toBe(expected);
});

test("a page is always UTF-8 with our doctype, whatever it says", () => {
  const { html } = rebuildHtml(
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN"><meta charset="ISO-2022-JP"><title>&lt;b></title>',
  );
  expect(html).toBe(
    '<!doctype html><html><head><meta charset="utf-8"><title>&lt;b&gt;</title></head><body></body></html>',
  );
});

test("a problem names its line, also inside a comment", () => {
  expect(rebuildHtml("<p>\n<script></script>\n<!--[if mso]>\n<iframe></iframe><![endif]-->").problems).toEqual([
    { line: 2, text: "<script> is not allowed" },
    { line: 4, text: "<iframe> is not allowed" },
  ]);
});

test("at most ten problems are named", () => {
  expect(rebuildHtml("<script></script>\n".repeat(50)).problems).toHaveLength(10);
});

test("reading a rebuilt message gives the same tree, for any mixture of hostile pieces", () => {
  let messages = 0;
  const check = (source: string) => {
    const { html, problems } = rebuildHtml(source);
    expect(html === "").toBe(problems.length > 0);
    if (html === "") return;
    messages += 1;
    expect(rebuildHtml(html)).toEqual({ html, problems: [] });
    expect(treeOf(html, true)).toBe(treeOf(html, false));
  };
  for (const [, html] of HOSTILE) check(html);
  fc.assert(fc.property(hostileHtml, check), { numRuns: 1_000 });
  fc.assert(fc.property(twistedHtml, check), { numRuns: 2_000 });
  expect(messages).toBeGreaterThan(500);
});

test.each([
  ["comments", `<p>${"<!--".repeat(12_499)}-->`],
  ["bogus comments", "<?".repeat(25_000)],
  ["short nested comments", "<!--<!--<!--<!---->".repeat(2_631)],
  ["conditional comments", "<!--[if mso]><td title='<!--[if mso]>'>".repeat(1_282)],
  ["elements", "<div>".repeat(10_000)],
  ["formatting elements", Array.from({ length: 4_000 }, (_, n) => `<b id=${n}>`).join("")],
  ["links and tables", "<a><table>".repeat(5_000)],
])("50,000 characters of nested %s are answered quickly", async (_, html) => {
  expect(html.length).toBeGreaterThan(39_000);
  expect(await fastest(2_000, () => rebuildHtml(html))).toBeLessThan(2_000);
});
