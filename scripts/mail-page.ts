import type { Email } from "postal-mime";
import { html, type Markup } from "../packages/demo-store/src/html.ts";

export type CaughtMail = { readonly id: number; readonly receivedAt: Date; readonly mail: Email };

const REFRESH_MS = 1_000;
const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const recipientsOf = ({ to = [] }: Email) => to.map(({ address = "" }) => address).join(", ");

/** The list on the left and the opened mail on the right. A script reloads only the list, so the opened mail stays as it is. */
export const mailPage = ({
  mails,
  opened,
  nonce,
}: {
  mails: readonly CaughtMail[];
  opened: CaughtMail | undefined;
  nonce: string;
}): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mail · Keepsake demo</title>
<style>${STYLES}</style>
</head>
<body>
<header>
  <h1>Mail</h1>
  <p>Every mail that Keepsake sends appears here by itself. Nothing leaves this machine.</p>
</header>
<main>
  <nav aria-label="Mails" data-list="/list/${opened?.id ?? ""}">${listMarkup(mails, opened?.id)}</nav>
  ${opened ? openedMail(opened) : html`<section class="none"><p>${mails.length > 0 && "Choose a mail to read it."}</p></section>`}
</main>
<script nonce="${nonce}">${reloadScript()}</script>
</body>
</html>`.markup;

/** The list alone, which the page fetches every second. */
export const mailList = (mails: readonly CaughtMail[], openedId: number): string => listMarkup(mails, openedId).markup;

/** The mail itself. Its links open in a new tab, because the frame around it may not leave the page. */
export const mailBody = ({ mail }: CaughtMail): string =>
  `<base target="_blank">${mail.html ?? html`<pre>${mail.text ?? ""}</pre>`.markup}`;

const listMarkup = (mails: readonly CaughtMail[], openedId: number | undefined): Markup =>
  mails.length === 0
    ? html`<p class="empty">No mail yet. In the demo shop, ask to be notified about a sold-out product.</p>`
    : html`<ol>${mails.map(
        ({ id, receivedAt, mail }) => html`<li><a href="/mails/${id}" ${id === openedId && html`aria-current="true"`}>
  <b>${mail.subject ?? "(no subject)"}</b>
  <span>${recipientsOf(mail)}</span> <time datetime="${receivedAt.toISOString()}">${time.format(receivedAt)}</time>
</a></li>`,
      )}</ol>`;

const openedMail = ({ id, mail }: CaughtMail) => html`<section aria-labelledby="subject">
  <h2 id="subject">${mail.subject ?? "(no subject)"}</h2>
  <p class="from">From ${mail.from?.name || mail.from?.address || "unknown"} to ${recipientsOf(mail)}</p>
  <iframe title="The mail" src="/mails/${id}/body" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
</section>`;

const reloadScript = (): Markup => ({
  markup: `
const list = document.querySelector("[data-list]");
let shown;
setInterval(async () => {
  const next = await fetch(list.dataset.list).then((response) => response.text()).catch(() => undefined);
  if (next === undefined || next === shown) return;
  // Replacing the list drops the keyboard focus, so put it back on the same mail.
  const focused = document.activeElement?.getAttribute("href");
  list.innerHTML = shown = next;
  if (focused) list.querySelector(\`a[href="\${focused}"]\`)?.focus();
}, ${REFRESH_MS});`,
});

const STYLES: Markup = {
  markup: `
:root { --paper: #f7f4ed; --panel: #fffdf8; --ink: #1f2723; --soft: #59625c; --line: #ddd6c7; --accent: #25524d }
@media (prefers-color-scheme: dark) { :root { --paper: #131816; --panel: #1b211e; --ink: #ece7db; --soft: #a7b0a9; --line: #333c37; --accent: #93c5b9 } }
* { box-sizing: border-box; margin: 0 }
body { display: flex; flex-direction: column; min-height: 100dvh; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1rem; padding: 1rem 1.5rem; border-bottom: 1px solid var(--line) }
h1 { font-size: 1.375rem } h2 { font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere }
header p, .from, nav span, nav time, .empty, .none { color: var(--soft); font-size: .875rem }
main { flex: 1; display: grid; grid-template-columns: minmax(16rem, 24rem) 1fr }
nav { border-inline-end: 1px solid var(--line) }
ol { list-style: none; padding: 0 }
nav a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .8rem 1.5rem; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none }
nav b { grid-column: 1 / -1; font-weight: 600 } nav span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
nav a:hover { background: color-mix(in srgb, var(--accent) 8%, transparent) }
nav a[aria-current] { background: var(--panel); box-shadow: inset 3px 0 var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px }
.empty { padding: 1.5rem } .none { display: grid; place-items: center; padding: 3rem 1.5rem }
section[aria-labelledby] { display: flex; flex-direction: column; gap: .25rem; padding: 1.25rem 1.5rem 1.5rem; min-width: 0 }
iframe { flex: 1; width: 100%; min-height: 36rem; margin-top: .75rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff }
@media (max-width: 48rem) { main { grid-template-columns: 1fr; align-content: start } nav { border-inline-end: 0 } .none { display: none } }`,
};
