import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { expect, test } from "vitest";
import { getFreePort } from "../../../../../../engines/get-free-port.ts";
import { aBrowser, type Browser, signIn } from "../../../../test/fixtures/members.ts";
import { anEmail, aService, aStore } from "../../../../test/fixtures/service.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { addFirstMember } from "../members/add-first-member.ts";

const publicUrl = "http://localhost:8080";

/** A real OpenID Connect provider. Whoever signs in there has the address `<login>` that they type. */
async function aCompany({ isVerified = true } = {}) {
  const port = await getFreePort();
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "keepsake",
        client_secret: "company-secret",
        redirect_uris: [`${publicUrl}/dashboard/auth/callback/oidc`],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: true } },
    conformIdTokenClaims: false,
    cookies: { keys: ["test"] },
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: isVerified, name: "Ann" }),
    }),
  });
  const answer = provider.callback();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(port, "localhost", resolve));
  whenDone(async () => void server.close());
  const service = aService({
    env: {
      KEEPSAKE_PUBLIC_URL: publicUrl,
      KEEPSAKE_OIDC_ISSUER: issuer,
      KEEPSAKE_OIDC_CLIENT_ID: "keepsake",
      KEEPSAKE_OIDC_CLIENT_SECRET: "company-secret",
    },
  });
  return { issuer, service };
}

/** Walks through the pages of the provider, as a person does, and returns where they end. */
async function walk(browser: Browser, issuer: string, login: string): Promise<string> {
  const started = await browser.auth("/sign-in/social", { json: { provider: "oidc", callbackURL: "/dashboard" } });
  expect(started.status).toBe(200);
  const jar = new Map<string, string>();
  let url = String(started.body["url"]);
  for (let hops = 0; hops < 12; hops += 1) {
    if (!url.startsWith(issuer)) break;
    const page = await visit(jar, url);
    const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1];
    if (page.location) url = new URL(page.location, url).href;
    else if (prompt) {
      const form = prompt === "login" ? { prompt, login, password: "any" } : { prompt };
      const posted = await visit(jar, url, new URLSearchParams(form as Record<string, string>));
      url = new URL(posted.location ?? "", url).href;
    } else throw new Error(`The provider shows ${page.text.slice(0, 300)}`);
  }
  const { pathname, search } = new URL(url);
  return String((await browser.call(pathname + search)).headers["location"]);
}

async function visit(jar: Map<string, string>, url: string, form?: URLSearchParams) {
  const answer = await fetch(url, {
    redirect: "manual",
    headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
    ...(form ? { method: "POST", body: form } : {}),
  });
  for (const cookie of answer.headers.getSetCookie()) {
    const [pair = ""] = cookie.split(";");
    const at = pair.indexOf("=");
    jar.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return { location: answer.headers.get("location"), text: await answer.text() };
}

test("a member signs in with their company's sign-in", async () => {
  const { issuer, service } = await aCompany();
  const store = await aStore(service);
  const email = toEmail(anEmail());
  await service.deps.db.asOperator((tx) => addFirstMember(tx, { storeId: store.id, email, role: "manager" }));
  const browser = aBrowser(service);
  expect(await walk(browser, issuer, email)).toBe("/dashboard");
  expect((await browser.me()).body).toMatchObject({ kind: "member", id: email, store: { pid: store.pid } });
  const { body } = await browser.call("/storeadmin/v3/audit", { query: { action: "member.signed-in" } });
  expect(body["items"]).toMatchObject([{ details: { way: "company" } }]);
});

test("somebody of the company who was not invited gets no account", async () => {
  const { issuer, service } = await aCompany();
  const browser = aBrowser(service);
  expect(await walk(browser, issuer, anEmail())).toContain("error");
  expect((await browser.me()).status).toBe(401);
});

test("an address that the company has not verified opens no account", async () => {
  const { issuer, service } = await aCompany({ isVerified: false });
  const store = await aStore(service);
  const email = toEmail(anEmail());
  await service.deps.db.asOperator((tx) => addFirstMember(tx, { storeId: store.id, email, role: "owner" }));
  const [before, after] = [aBrowser(service), aBrowser(service)];
  await walk(before, issuer, email);
  expect((await before.me()).status, "a new account").toBe(401);
  await signIn(service, email);
  await walk(after, issuer, email);
  expect((await after.me()).status, "an account that exists").toBe(401);
});
