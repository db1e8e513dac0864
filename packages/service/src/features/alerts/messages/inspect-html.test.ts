import { expect, test } from "vitest";
import { fastest } from "../../../../test/fixtures/fastest.ts";
import { inspectHtml } from "./inspect-html.ts";

test.each([
  ["a script", "<script>alert(1)</script>"],
  ["a script that a comment hides from a simple parser", '<!-- <a title="--><script>alert(1)</script>">'],
  ["a script inside a conditional comment", "<!--[if mso]><script>x</script><![endif]-->"],
  ["a script after a title with a quote", '<title>"</title><script>x</script>'],
  ["an image behind noscript's end tag in a quote", '<noscript><p title="</noscript><img src=x onerror=alert(1)>">'],
  ["an event handler", '<p onclick="x">'],
  ["a javascript link", '<a href="javascript:alert(1)">x</a>'],
  ["a javascript link written with entities", '<a href="&#106;avascript:alert(1)">x</a>'],
  ["a frame", '<iframe src="https://shop.example/"></iframe>'],
  ["a refresh", '<meta http-equiv="refresh" content="0">'],
  ["a style that loads a local file", "<style>p { background: url(file:///etc/passwd) }</style>"],
  ["a style that loads a script", '<p style="background:url(javascript:x)">'],
  ["a value without quotes", "<b title=https://x y>x</b>"],
])("%s is found", (_, html) => {
  expect(inspectHtml(html)).not.toEqual([]);
});

test.each([
  ["a plain paragraph", '<p style="color:#1c1b1a">Hello</p>'],
  ["Outlook's own elements", '<!--[if mso]><v:rect href="https://shop.example/"><o:p></o:p></v:rect><![endif]-->'],
  ["a conditional comment in another", "<!--[if mso]><!--[if gte mso 9]><xml></xml><![endif]--><![endif]-->"],
  ["a picture with a size without quotes", '<img src="https://shop.example/a.jpg" alt="" width=56>'],
  ["text that looks like a tag", "<p>1 &lt; 2 &lt;script&gt;</p>"],
  ["a tag inside a title, which is text", "<title><b>Hello</title>"],
])("%s is allowed", (_, html) => {
  expect(inspectHtml(html)).toEqual([]);
});

test("a problem names its line, also inside a comment", () => {
  expect(inspectHtml("<p>\n<script></script>\n<!--[if mso]>\n<iframe></iframe><![endif]-->")).toEqual([
    { line: 2, text: "<script> is not allowed" },
    { line: 4, text: "<iframe> is not allowed" },
  ]);
});

test("at most ten problems are named", () => {
  expect(inspectHtml("<script></script>\n".repeat(50))).toHaveLength(10);
});

test.each([
  ["comments", `<p>${"<!--".repeat(12_499)}-->`],
  ["bogus comments", "<?".repeat(25_000)],
  ["short nested comments", "<!--<!--<!--<!---->".repeat(2_631)],
])("50,000 characters of nested %s are refused, and quickly", async (_, html) => {
  expect(html.length).toBeGreaterThan(49_980);
  expect(inspectHtml(html)).toContainEqual({ line: 1, text: "comments are nested too deeply" });
  expect(await fastest(2_000, () => inspectHtml(html))).toBeLessThan(2_000);
});
