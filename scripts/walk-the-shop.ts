import { type BrowserContext, chromium, type Page } from "playwright-core";
import { getProgram } from "../engines/install.ts";

const STEP_MS = 60_000;
const JACKET = "Fell Jacket";

/** Walks through the demo shop in Chromium as the README says, with every step that a shopper takes up to the purchase:
 *  as a customer, as a guest, and as a guest who confirms only after the restock. Throws at the first step that fails. */
export async function walkTheShop({ shop, mail }: { readonly shop: string; readonly mail: string }): Promise<void> {
  const browser = await chromium.launch({ executablePath: await getProgram("chromium"), args: ["--no-sandbox"] });
  try {
    for (const [name, walk] of Object.entries(WALKS)) {
      process.stdout.write(`$ walk: ${name}\n`);
      const context = await browser.newContext({ baseURL: shop });
      context.setDefaultTimeout(STEP_MS);
      await walk(await aShopper(context, mail, `${name.replaceAll(/\W+/g, "-")}@example.com`));
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

type Shopper = Awaited<ReturnType<typeof aShopper>>;

const WALKS: Record<string, (shopper: Shopper) => Promise<void>> = {
  async "heart, login, notify me with one tap, restock, mail, buy"({
    tapHeart,
    logIn,
    notifyMe,
    restock,
    buyFromMail,
  }) {
    await tapHeart();
    await logIn();
    await notifyMe("You're on the list");
    await restock();
    await buyFromMail();
  },
  async "heart, notify me, confirm, restock, mail, buy"({ tapHeart, signUp, confirm, restock, buyFromMail }) {
    await tapHeart();
    await signUp();
    await confirm("You're on the waiting list");
    await restock();
    await buyFromMail();
  },
  async "notify me, restock, confirm after it, mail, buy"({ signUp, confirm, restock, buyFromMail }) {
    await signUp();
    await restock();
    const page = await confirm("It's back");
    await page.getByRole("link", { name: "Buy it now" }).waitFor();
    await buyFromMail();
  },
};

async function aShopper(context: BrowserContext, mailUrl: string, email: string) {
  const page = await context.newPage();
  const notify = page.getByRole("button", { name: "Notify me when available" });
  const openJacket = async () => {
    await page.goto("/");
    await page.getByRole("form", { name: "Demo" }).getByRole("link", { name: JACKET }).first().click();
  };
  /** Waits for a mail to this shopper and opens the link in it. */
  const openFromMail = async (subject: RegExp, link: string): Promise<Page> => {
    const mails = await context.newPage();
    await mails.goto(mailUrl);
    // The mail page updates its list by itself.
    await mails
      .getByRole("navigation", { name: "Mails" })
      .getByRole("link")
      .filter({ hasText: email })
      .filter({ hasText: subject })
      .first()
      .click();
    const opens = mails.waitForEvent("popup");
    await mails.frameLocator("iframe").locator(`a[href*="${link}"]`).first().click();
    return opens;
  };
  return {
    async tapHeart() {
      await page.goto("/");
      const heart = page.getByRole("button", { name: `Save ${JACKET}` }).first();
      await heart.click();
      await page
        .getByRole("button", { name: `Save ${JACKET}`, pressed: true })
        .first()
        .waitFor();
    },
    async logIn() {
      await page.goto("/login");
      await page.getByLabel("Email address").fill(email);
      await page.getByRole("button", { name: "Log in" }).click();
      await page.getByRole("main").getByRole("link", { name: JACKET }).first().waitFor(); // The saved jacket came along.
    },
    async notifyMe(then: string) {
      await openJacket();
      await notify.click();
      await page.getByRole("button", { name: then }).waitFor();
    },
    async signUp() {
      await openJacket();
      await notify.click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Your email address").fill(email);
      await dialog.getByRole("checkbox").first().check();
      await dialog.getByRole("button", { name: "Notify me" }).click();
      await page.getByText("Almost there: check your inbox").waitFor();
    },
    async confirm(then: string) {
      const confirmation = await openFromMail(/confirm/i, "/alerts/confirm");
      await confirmation.getByRole("button", { name: "Confirm" }).click();
      await confirmation.getByRole("heading", { name: then }).waitFor();
      return confirmation;
    },
    async restock() {
      await page.goto("/");
      await page.getByRole("button", { name: "Restock it" }).click();
      await page.getByText("12 in stock").waitFor();
    },
    /** Buys from the alert, and sells the jacket out for the next walk. */
    async buyFromMail() {
      const product = await openFromMail(/back/i, "/alerts/go");
      await product.getByRole("button", { name: "Add to cart" }).click();
      await product.getByRole("button", { name: "Check out" }).click();
      await product.getByRole("heading", { name: "Thank you." }).waitFor();
      await product.goto("/");
      await product.getByRole("button", { name: "Sell it out" }).click();
      await product.getByRole("button", { name: "Restock it" }).waitFor();
    },
  };
}
