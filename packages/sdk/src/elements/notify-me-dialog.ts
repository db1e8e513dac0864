import { html, nothing } from "lit-html";
import type { AlertRequest, Client, Product } from "../client.ts";
import { alertOf } from "./alert-of.ts";
import { button } from "./button.ts";
import { describeError } from "./describe-error.ts";
import { openDialog } from "./dialog.ts";
import { type KeepsakeElement, languageAt } from "./element.ts";
import { field } from "./field.ts";
import { picture, priceText } from "./item-card.ts";
import { addUiStyles } from "./ui-sheet.ts";
import { type Wait, waitingOf } from "./waiting.ts";

/** After this, the dialog says that it takes longer than usual. */
const SLOW_MS = 4_000;
/** The form appears after this time even if the shopper's alerts are not known yet. */
const CHECK_TIMEOUT_MS = 1_500;
const QUANTITY_MAX = 999;

type Medium = AlertRequest["medium"];
type Step = "checking" | "form" | "sending" | "unconfirmed" | "waiting" | "stopped";
type NotifyMe = {
  readonly host: KeepsakeElement;
  readonly client: Client;
  readonly product: Product;
  /** The variant's name, such as "Brown / 42". */
  readonly variant: string | null | undefined;
  /** Called with what happened, when the shopper was signed up without a dialog. */
  readonly onDone: (text: string) => void;
};

type SignUp = Omit<AlertRequest, "topics" | "products"> & { products: [Product] };

const sending = new Set<string>();

/** Signs up a shopper whose address the shop has vouched for; anyone else gets the dialog. */
export function notifyMe(options: NotifyMe): () => void {
  const { host, client, product } = options;
  const { email } = client.shopper.get();
  const { state } = waitingOf(client).get(alertOf(host, product));
  const isAsked = host.hasAttribute("quantity") || mediaOf(host)[0] === "sms";
  if (!email || isAsked || state !== "none") return openNotifyMe(options);
  let close: (() => void) | undefined;
  void signUpAtOnce(options, email).catch((error: unknown) => {
    host.emit("failed", { product, error });
    close = openNotifyMe(options, describeError(host, error));
  });
  return () => close?.();
}

async function signUpAtOnce({ host, client, product, onDone }: NotifyMe, email: string) {
  const key = JSON.stringify(alertOf(host, product));
  if (sending.has(key)) return; // The second click of a double click.
  sending.add(key);
  try {
    const wait = await signUp(host, client, {
      medium: "email",
      mediumvalue: email,
      products: [product],
      consent: host.text("notifyMe"),
    });
    onDone(waitText(host, wait));
  } finally {
    sending.delete(key);
  }
}

async function signUp(host: KeepsakeElement, client: Client, request: SignUp): Promise<Wait> {
  const [product] = request.products;
  const alert = alertOf(host, product);
  const { topic, market } = alert;
  const { message } = await client.alerts.subscribe({ ...request, topics: [topic], market, ...shopperLocale(host) });
  const wait: Wait = { state: message === "Subscribed" ? "waiting" : "unconfirmed", address: request.mediumvalue };
  waitingOf(client).set(alert, wait);
  host.emit("notify-me", { product, medium: request.medium });
  return wait;
}

const mediaOf = (host: KeepsakeElement) =>
  (host.getAttribute("medium") ?? "email").split(/[\s,]+/).filter((one) => one === "email" || one === "sms");

function waitText(host: KeepsakeElement, { state, address }: Wait): string {
  if (state === "unconfirmed")
    return address ? host.text("notifyDoneText", { address }) : host.text("notifyUnconfirmedText");
  return address?.includes("@") ? host.text("notifyWaitingEmail", { address }) : host.text("notifyWaitingText");
}

/** The sign-up dialog. A shopper who has signed up already sees that, and can leave, get the confirmation again, or change
 *  the address. */
function openNotifyMe({ host, client, product, variant }: NotifyMe, problemBefore = ""): () => void {
  addUiStyles(host);
  /** What the shopper agrees to. It stays the same if the store's words arrive while the dialog is open. */
  const consent = host.text("notifyConsent");
  const alert = alertOf(host, product);
  const media = mediaOf(host);
  const waiting = waitingOf(client);
  const getWait = () => waiting.get(alert);
  let medium: Medium = media[0] ?? "email";
  let step: Step = "form";
  let address = host.getAttribute("email") ?? client.shopper.get().email ?? "";
  let problem = problemBefore;
  let status = "";
  let errors: { address?: string | undefined; consent?: string | undefined } = {};
  let isSlow = false;
  /** What the form sent, to send it again. */
  let sent: SignUp | undefined;
  /** The address that the shopper wants to replace: its alert ends when the new one is accepted. */
  let replaced: string | undefined;

  function goTo(next: Step) {
    step = next;
    status = "";
    draw();
    if (step !== "sending") focusFirst();
  }

  async function check() {
    const timeout = new Promise<void>((resolve) => void setTimeout(resolve, CHECK_TIMEOUT_MS));
    const loaded = waiting.reload();
    await Promise.race([loaded, timeout]);
    showWait();
    // A late answer is still shown, unless the shopper has begun to type.
    await loaded;
    if (step === "form" && host.root.querySelector<HTMLInputElement>("#address")?.value === address) showWait();
  }

  function showWait() {
    const { state } = getWait();
    if (state !== "none") goTo(state);
    else if (step === "checking") goTo("form");
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (step === "sending") return;
    const form = event.currentTarget as HTMLFormElement;
    const input = form.querySelector<HTMLInputElement>("#address");
    const data = new FormData(form);
    address = input?.value.trim() ?? "";
    problem = "";
    errors = {
      address:
        address && input?.checkValidity() ? undefined : host.text(medium === "email" ? "needEmail" : "needPhone"),
      consent: data.has("consent") ? undefined : host.text("needConsent"),
    };
    if (errors.address || errors.consent) {
      draw();
      form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      return;
    }
    const qty = Math.min(Math.max(Math.trunc(Number(data.get("quantity") ?? 1)) || 1, 1), QUANTITY_MAX);
    await send({
      medium,
      mediumvalue: address,
      products: [{ ...product, qty }],
      consent,
      ...(host.hasAttribute("marketing") ? { addtomailinglist: data.has("marketing") ? 1 : 0 } : {}),
    });
  }

  async function send(request: SignUp) {
    const slowTimer = setTimeout(() => {
      isSlow = true;
      draw();
    }, SLOW_MS);
    goTo("sending");
    try {
      const { state } = await signUp(host, client, request);
      sent = request;
      const [before, now] = [replaced, request.mediumvalue].map((one) => one?.toLowerCase());
      if (replaced && before !== now) await client.alerts.remove({ ...alert, mediumvalue: replaced });
      replaced = undefined;
      goTo(state === "waiting" ? state : "unconfirmed");
    } catch (error) {
      const { type } = error as { type?: string };
      const isAddress = type === "invalid-email" || type === "invalid-phone";
      if (isAddress) errors = { address: describeError(host, error) };
      else problem = describeError(host, error);
      host.emit("failed", { product, error });
      goTo("form");
    } finally {
      clearTimeout(slowTimer);
      isSlow = false;
    }
  }

  async function leave() {
    await client.alerts.remove(alert);
    waiting.set(alert, { state: "none" });
  }

  /** Runs an action of the page after the sign-up, and shows its error there. */
  async function attempt(action: () => Promise<unknown>) {
    problem = status = "";
    try {
      await action();
    } catch (error) {
      problem = describeError(host, error);
    }
    draw();
  }
  const unsubscribe = () =>
    attempt(async () => {
      await leave();
      goTo("stopped");
    });
  const resend = () =>
    attempt(async () => {
      const known = getWait().address;
      if (!sent && !known) return goTo("form");
      await signUp(
        host,
        client,
        sent ?? {
          medium: known?.includes("@") ? "email" : "sms",
          mediumvalue: known ?? "",
          products: [product],
          consent,
        },
      );
      status = host.text("notifyResent", { address: known ?? address });
    });
  function replace() {
    replaced = getWait().address;
    address = "";
    problem = "";
    goTo("form");
  }

  const form = () => html`<form @submit=${submit} novalidate aria-busy=${step === "sending"}>
    ${media.length > 1 ? mediumField() : nothing}
    ${field({
      id: "address",
      label: host.text(medium === "email" ? "notifyEmailField" : "notifyPhoneField"),
      error: errors.address,
      input: html`<input part="input" id="address" name="address" data-first dir="ltr" type=${medium === "email" ? "email" : "tel"}
        autocomplete=${medium === "email" ? "email" : "tel"} maxlength="320" .defaultValue=${address} ?readonly=${step === "sending"}
        aria-invalid=${Boolean(errors.address)} aria-describedby="address-error" aria-required="true" />`,
    })}
    ${
      host.hasAttribute("quantity")
        ? field({
            id: "quantity",
            label: host.text("notifyQuantity"),
            input: html`<input part="input quantity" id="quantity" name="quantity" type="number" min="1" max=${QUANTITY_MAX} value="1" inputmode="numeric" />`,
          })
        : nothing
    }
    <div part="field">
      <label part="check">
        <input type="checkbox" name="consent" aria-invalid=${Boolean(errors.consent)} aria-describedby="consent-error" aria-required="true" />
        <span>${consent}</span>
      </label>
      <span part="error" id="consent-error" role="alert">${errors.consent ?? nothing}</span>
    </div>
    ${
      host.hasAttribute("marketing")
        ? html`<label part="check"><input type="checkbox" name="marketing" /><span>${host.text("notifyMarketing")}</span></label>`
        : nothing
    }
    <p part="error problem" role="alert">${problem || nothing}</p>
    <button part="primary wide" type="submit" aria-disabled=${step === "sending"}>
      ${host.text(step === "sending" ? "notifySending" : "notifySend")}
    </button>
    <p part="status" role="status">${isSlow ? host.text("notifySlow") : nothing}</p>
    ${host.hasAttribute("marketing") ? nothing : html`<p part="hint">${host.text("notifyPromise")}</p>`}
  </form>`;

  const mediumField = () => html`<fieldset part="media">
    <legend part="label">${host.text("notifyMedium")}</legend>
    ${media.map(
      (one) =>
        html`<label part="check"><input type="radio" name="medium" ?checked=${one === medium} @change=${() => {
          medium = one;
          errors = {};
          draw();
        }} /><span>${host.text(one === "email" ? "notifyEmail" : "notifySms")}</span></label>`,
    )}
  </fieldset>`;

  const price = priceText(host, product.pr);
  const summary = () => html`<div part="product">
    ${product.iu ? picture(product.iu) : nothing}
    <div part="item-text">
      <span part="item-title">${product.dt ?? nothing}</span>
      ${variant ? html`<span part="item-variant">${variant}</span>` : nothing}
      ${price ? html`<span part="item-price">${price}</span>` : nothing}
    </div>
  </div>`;

  const TITLES = {
    unconfirmed: "notifyDone",
    waiting: "notifyWaiting",
    stopped: "notifyStopped",
  } as const;
  const title = () => host.text(step in TITLES ? TITLES[step as keyof typeof TITLES] : "notifyTitle");
  const content = () => {
    if (step === "checking") return html`<p role="status">${host.text("loading")}</p>`;
    if (step === "form" || step === "sending") return form();
    const isOpen = step !== "stopped";
    return html`<p part="status" role="status">${status || (isOpen ? waitText(host, getWait()) : nothing)}</p>
      <p part="error problem" role="alert">${problem || nothing}</p>
      ${
        isOpen
          ? html`<div part="wait-actions">
              ${step === "unconfirmed" ? button(host, "action", "notifyResend", resend) : nothing}
              ${getWait().address ? button(host, "action", "notifyReplace", replace) : nothing} ${button(host, "action", "notifyStop", unsubscribe)}
            </div>`
          : nothing
      }
      <div part="buttons">${button(host, "primary", "close", () => close())}</div>`;
  };

  const isKnown = client.shopper.get().kind !== "nobody" && !problem;
  if (isKnown) step = "checking";
  const { draw, close, focusFirst } = openDialog(host, { title, content: () => html`${summary()}${content()}` });
  if (isKnown) void check();
  return close;
}

/** Determines the language, currency and time of day of the message. */
function shopperLocale(host: KeepsakeElement) {
  const locale = languageAt(host) || globalThis.navigator?.language;
  const currency = host.getAttribute("currency");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    ...(locale ? { locale } : {}),
    ...(currency ? { currency } : {}),
    ...(timeZone ? { timezone: timeZone } : {}),
  };
}
