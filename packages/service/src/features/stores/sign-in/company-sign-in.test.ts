import { createServer, type RequestListener } from "node:http";
import { Provider } from "oidc-provider";
import { expect, test } from "vitest";
import { getFreePort } from "../../../../../../engines/get-free-port.ts";
import { aClock } from "../../../../test/fixtures/clock.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { aBrowser, aMember, type Browser, signIn } from "../../../../test/fixtures/members.ts";
import { anEmail, aService, aStore, type Service } from "../../../../test/fixtures/service.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import type { Clock } from "../../../platform/clock.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { addFirstMember } from "../members/add-first-member.ts";

const publicUrl = "http://localhost:8080";

/** A real OpenID Connect provider. Whoever signs in there has the address `<login>` that they type. */
async function startProvider(port: number, { isVerified = true } = {}) {
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
  await serve(port, (request, response) => void answer(request, response));
  return issuer;
}

async function serve(port: number, answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(port, "localhost", resolve));
  whenDone(async () => {
    server.closeAllConnections();
    server.close();
  });
}

const aServiceWith = (issuer: string, clock?: Clock) =>
  aService({
    env: {
      KEEPSAKE_PUBLIC_URL: publicUrl,
      KEEPSAKE_OIDC_ISSUER: issuer,
      KEEPSAKE_OIDC_CLIENT_ID: "keepsake",
      KEEPSAKE_OIDC_CLIENT_SECRET: "company-secret",
    },
    ...(clock ? { clock } : {}),
  });

async function aCompany(options: { isVerified?: boolean } = {}) {
  const issuer = await startProvider(await getFreePort(), options);
  return { issuer, service: aServiceWith(issuer) };
}

async function askForCompany({ http }: Service, more: object = {}) {
  const answer = await http.inject({
    method: "POST",
    url: "/dashboard/auth/sign-in/social",
    headers: { origin: publicUrl },
    payload: { provider: "oidc", callbackURL: "/dashboard", ...more },
  });
  const body = answer.json<Record<string, unknown>>();
  return { status: answer.statusCode, headers: answer.headers, text: String(body["msg"]), body };
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

test("a token of the provider signs nobody in: everybody walks through its pages", async () => {
  const { issuer, service } = await aCompany();
  const store = await aStore(service);
  const email = toEmail(anEmail());
  await service.deps.db.asOperator((tx) => addFirstMember(tx, { storeId: store.id, email, role: "owner" }));
  await walk(aBrowser(service), issuer, email);
  const [account] = await look<{ idToken: string }>(
    `select a."idToken" from dashboard."account" a join dashboard."user" u on u."id" = a."userId" where u."email" = $1`,
    [email],
  );
  const { status, body, headers } = await askForCompany(service, { idToken: { token: account?.idToken } });
  expect([status, String(body["url"])]).toEqual([200, expect.stringContaining(issuer)]);
  expect(String(headers["set-cookie"])).not.toContain("keepsake-session=");
});

test("a provider that starts after the service is used from then on, and meanwhile only its sign-in is 503", async () => {
  const port = await getFreePort();
  const time = aClock();
  const service = aServiceWith(`http://localhost:${port}`, time.clock);
  const store = await aStore(service);
  const owner = await aMember(service, store, "owner");
  expect((await owner.me()).status, "a link and a session").toBe(200);
  const refused = await askForCompany(service);
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "5"]);
  expect(refused.text).toContain("Your company's sign-in cannot be reached");

  const issuer = await startProvider(port);
  expect((await askForCompany(service)).status, "at once").toBe(503);
  time.forward(5_000);
  const browser = aBrowser(service);
  expect(await walk(browser, issuer, owner.email)).toBe("/dashboard");
  expect((await browser.me()).status).toBe(200);
});

test("a provider that hangs delays no session, and is asked once by many sign-ins", async () => {
  const port = await getFreePort();
  let asked = 0;
  await serve(port, () => void (asked += 1));
  const service = aServiceWith(`http://localhost:${port}`);
  const store = await aStore(service);
  let ended = 0;
  const attempts = [1, 2, 3].map(() => askForCompany(service).finally(() => void (ended += 1)));
  await expect.poll(() => asked).toBe(1);
  const owner = await aMember(service, store, "owner");
  expect((await owner.me()).status).toBe(200);
  expect(ended, "the sign-ins still wait").toBe(0);
  expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([503, 503, 503]);
  expect((await askForCompany(service)).status, "at once").toBe(503);
  expect(asked).toBe(1);
});

test.each([
  ["another issuer", { issuer: "http://localhost:1" }],
  ["endpoints without TLS", { token_endpoint: "http://login.example/token" }],
  ["more than fits", { padding: "x".repeat(300_000) }],
])("a provider that tells %s is not used", async (_, wrong) => {
  const port = await getFreePort();
  const issuer = `http://localhost:${port}`;
  const facts = {
    issuer,
    authorization_endpoint: `${issuer}/a`,
    token_endpoint: `${issuer}/t`,
    jwks_uri: `${issuer}/j`,
  };
  let told: object = { ...facts, ...wrong };
  await serve(port, (_request, response) => void response.end(JSON.stringify(told)));
  const time = aClock();
  const service = aServiceWith(issuer, time.clock);
  expect((await askForCompany(service)).status).toBe(503);
  told = facts;
  time.forward(5_000);
  expect((await askForCompany(service)).status, "control").toBe(200);
});
