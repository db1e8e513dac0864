import { html, nothing } from "lit-html";
import type { Client, Product } from "../client.ts";
import { describeError } from "./describe-error.ts";
import { openDialog } from "./dialog.ts";
import type { KeepsakeElement } from "./element.ts";
import { field } from "./field.ts";
import { picture, priceText } from "./item-card.ts";
import { addUiStyles } from "./ui-sheet.ts";
import type { WaitState } from "./wait-state.ts";

/** After this, the dialog says that it takes longer than usual. */
const SLOW_MS = 4_000;
/** The form appears after this time even if the shopper's alerts are not known yet. */
const CHECK_TIMEOUT_MS = 1_500;
const ACTIVE_STATES = ["waiting", "unconfirmed", "offered"];
const QUANTITY_MAX = 999;

type Medium = "email" | "sms";
type Step = "checking" | "form" | "sending" | "done" | "unconfirmed" | "waiting" | "stopped";

/** The sign-up dialog. A shopper who is already on the waiting list sees that, and can leave it. */
export function openNotifyMe({
  host,
  client,
  product,
  onChange,
}: {
  host: KeepsakeElement;
  client: Client;
  product: Product;
  onChange: (state: WaitState) => void;
}): () => void {
  addUiStyles(host);
  const topic = host.getAttribute("topic") ?? "backinstock";
  const media = (host.getAttribute("medium") ?? "email")
    .split(/[\s,]+/)
    .filter((one) => one === "email" || one === "sms");
  let medium: Medium = media[0] ?? "email";
  let step: Step = "form";
  let address = host.getAttribute("email") ?? "";
  let problem = "";
  let errors: { address?: string | undefined; consent?: string | undefined } = {};
  let isSlow = false;

  function goTo(next: Step) {
    step = next;
    draw();
    if (step !== "sending") focusFirst();
  }

  async function check() {
    const timeout = new Promise<undefined>((resolve) => void setTimeout(resolve, CHECK_TIMEOUT_MS));
    const found = client.alerts.fetch({ topic, limit: 100 }).catch(() => undefined);
    showSubscription(await Promise.race([found, timeout]));
    // A late answer is still shown, unless the shopper has begun to type.
    const late = await found;
    if (step === "form" && host.root.querySelector<HTMLInputElement>("#address")?.value === address)
      showSubscription(late);
  }

  function showSubscription(answer: Awaited<ReturnType<typeof client.alerts.fetch>> | undefined) {
    if (step !== "checking" && step !== "form") return;
    const subscription = answer?.subscriptions.find(
      ({ epi, state }) => String(epi) === String(product.epi) && ACTIVE_STATES.includes(state),
    );
    if (!subscription) return step === "checking" ? goTo("form") : undefined;
    const state = subscription.state === "unconfirmed" ? "unconfirmed" : "waiting";
    onChange(state);
    goTo(state);
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
    await send(data);
  }

  async function send(data: FormData) {
    const slowTimer = setTimeout(() => {
      isSlow = true;
      draw();
    }, SLOW_MS);
    goTo("sending");
    try {
      const qty = Math.min(Math.max(Math.trunc(Number(data.get("quantity") ?? 1)) || 1, 1), QUANTITY_MAX);
      const { message } = await client.alerts.subscribe({
        medium,
        mediumvalue: address,
        products: [{ ...product, qty }],
        topics: [topic],
        consent: host.text("notifyConsent"),
        ...(host.hasAttribute("marketing") ? { addtomailinglist: data.has("marketing") ? 1 : 0 } : {}),
        ...shopperLocale(host),
      });
      const isConfirmed = message === "Subscribed";
      onChange(isConfirmed ? "waiting" : "unconfirmed");
      host.emit("notify-me", { product, medium });
      goTo(isConfirmed ? "waiting" : "done");
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

  async function unsubscribe() {
    problem = "";
    try {
      await client.alerts.remove({ epi: product.epi, topic });
      onChange("none");
      goTo("stopped");
    } catch (error) {
      problem = describeError(host, error);
      draw();
    }
  }

  const form = () => html`<form @submit=${submit} novalidate aria-busy=${String(step === "sending")}>
    ${media.length > 1 ? mediumField() : nothing}
    ${field({
      id: "address",
      label: host.text(medium === "email" ? "notifyEmailField" : "notifyPhoneField"),
      error: errors.address,
      input: html`<input part="input" id="address" name="address" data-first dir="ltr" type=${medium === "email" ? "email" : "tel"}
        autocomplete=${medium === "email" ? "email" : "tel"} maxlength="320" .defaultValue=${address} ?readonly=${step === "sending"}
        aria-invalid=${String(Boolean(errors.address))} aria-describedby="address-error" aria-required="true" />`,
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
        <input type="checkbox" name="consent" aria-invalid=${String(Boolean(errors.consent))} aria-describedby="consent-error" aria-required="true" />
        <span>${host.text("notifyConsent")}</span>
      </label>
      <span part="error" id="consent-error" role="alert">${errors.consent ?? nothing}</span>
    </div>
    ${
      host.hasAttribute("marketing")
        ? html`<label part="check"><input type="checkbox" name="marketing" /><span>${host.text("notifyMarketing")}</span></label>`
        : nothing
    }
    <p part="error problem" role="alert">${problem || nothing}</p>
    <button part="primary wide" type="submit" aria-disabled=${String(step === "sending")}>
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

  const variant = host.getAttribute("variant");
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
    done: "notifyDone",
    unconfirmed: "notifyDone",
    waiting: "notifyWaiting",
    stopped: "notifyStopped",
  } as const;
  const title = () => host.text(step in TITLES ? TITLES[step as keyof typeof TITLES] : "notifyTitle");
  const content = () => {
    if (step === "checking") return html`<p role="status">${host.text("loading")}</p>`;
    if (step === "form" || step === "sending") return form();
    const text = {
      done: host.text("notifyDoneText", { address }),
      unconfirmed: host.text("notifyUnconfirmedText"),
      waiting: host.text("notifyWaitingText"),
      stopped: "",
    }[step];
    return html`<p part="status" role="status">${text}</p>
      <p part="error problem" role="alert">${problem || nothing}</p>
      <div part="buttons">
        ${step === "waiting" || step === "unconfirmed" ? html`<button part="secondary" type="button" @click=${unsubscribe}>${host.text("notifyStop")}</button>` : nothing}
        <button part="primary" type="button" @click=${() => close()}>${host.text("close")}</button>
      </div>`;
  };

  if (client.shopper.get().kind !== "nobody") step = "checking";
  const { draw, close, focusFirst } = openDialog(host, { title, content: () => html`${summary()}${content()}` });
  if (step === "checking") void check();
  return close;
}

/** Determines the language, currency and time of day of the message. */
function shopperLocale(host: KeepsakeElement) {
  const locale = host.closest("[lang]")?.getAttribute("lang") || globalThis.navigator?.language;
  const currency = host.getAttribute("currency");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    ...(locale ? { locale } : {}),
    ...(currency ? { currency } : {}),
    ...(timeZone ? { timezone: timeZone } : {}),
  };
}
