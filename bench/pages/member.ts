import type { Browser, Page } from "playwright-core";

/** A call of a page. With a body it is a POST that changes nothing. */
export type Call = { readonly path: string; readonly body?: object | undefined };
export type Member = {
  readonly page: Page;
  /** Makes a call as the pages do, outside of the browser. */
  ask(call: Call): Promise<Record<string, unknown>>;
};

/** Opens a login link in a new window, and returns the member who is signed in there. */
export async function signIn(browser: Browser, publicUrl: string, link: string): Promise<Member> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("navigation").waitFor();
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  let csrf = "";
  const ask = async ({ path, body }: Call) => {
    const response = await fetch(`${publicUrl}${path}`, {
      headers: { cookie, origin: publicUrl, "keepsake-csrf": csrf, "content-type": "application/json" },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  csrf = String((await ask({ path: "/storeadmin/v3/me" }))["csrf"]);
  return { page, ask };
}
