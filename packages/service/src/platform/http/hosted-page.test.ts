import { expect, test } from "vitest";
import { hostedPage } from "./hosted-page.ts";

const policyWith = (picture: string) =>
  hostedPage("en", {}, "A page", "", [picture]).headers["content-security-policy"] ?? "";

test("the logo is above the shop's name, and only then its host is allowed", () => {
  const logo = 'https://cdn.example/"logo.png';
  const { html, headers } = hostedPage("en", { storeName: "Tarn", logo }, "A page", "");
  expect(html).toContain('<header><img src="https://cdn.example/&quot;logo.png" alt="">Tarn</header>');
  expect(headers["content-security-policy"]).toContain("img-src https://cdn.example; ");
  expect(hostedPage("en", { logo }, "A page", "").headers["content-security-policy"]).not.toContain("img-src");
});

test("a page allows the hosts of its pictures, and a picture's host adds nothing else to the policy", () => {
  expect(policyWith("https://cdn.example:8443/a.jpg")).toContain("img-src https://cdn.example:8443; ");
  expect(policyWith("http://[::1]:3000/a.jpg")).toContain("img-src http://[::1]:3000; ");
  const without = policyWith("no address");
  expect(without).not.toContain("img-src");
  for (const picture of [
    "https://a;sandbox/x.jpg",
    "https://a,b/x.jpg",
    "data:image/png;base64,AA",
    "https://'*'/x.jpg",
  ])
    expect(policyWith(picture)).toBe(without);
});
