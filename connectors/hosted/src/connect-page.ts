import type { StoreProblem } from "./check-store.ts";

const ENGLISH = {
  title: "Keepsake",
  intro: "Wishlists, save for later and back-in-stock alerts for your shop.",
  connected: (pid: string) => `Connected to the store ${pid}. Products and stock are sent automatically.`,
  notConnected:
    "In the Keepsake dashboard, open Connections to copy the store id and create an API key. Ask the person who runs your Keepsake server for the identity secret.",
  pid: "Store id",
  key: (scopes: string) => `API key (scopes: ${scopes})`,
  identitySecret: "Identity secret (optional: logs customers of the shop in)",
  secretStored: "One is stored. Leave this empty to keep it.",
  removeSecret: "Remove the stored identity secret",
  connect: "Connect",
  change: "Connect with another store or key",
  marketsTitle: "Prices of markets",
  marketsLabel: "For each market, the country whose Shopify prices it should use, for example eu=DE us=US",
  save: "Save",
  markets:
    "Write each market as name=COUNTRY, with a country's two capital letters, such as eu=DE us=US. Shopify must know each country.",
  locationsTitle: "Locations that the shop sells from",
  locationsLabel:
    "The numbers of the locations whose stock the shop sells, such as 1 3, or the word all. 1 is the default location; BigCommerce sells from no other one unless its support has enabled that.",
  locations: "Write the numbers of locations with spaces between, such as 1 3, or the word all.",
  requests: "Requests of customers",
  requestsIntro: "These customers asked which data you have of them. Send them the file within 30 days.",
  download: "Download",
  missing: "Please enter the store id and the API key.",
  refused: "Keepsake does not know this store id and key together. Copy both again.",
  unreachable: "Keepsake did not answer. Please try again in a minute.",
};
const GERMAN: typeof ENGLISH = {
  title: "Keepsake",
  intro: "Merklisten, „Für später“ und Wieder-da-Nachrichten für deinen Shop.",
  connected: (pid) => `Verbunden mit dem Shop ${pid}. Produkte und Bestand werden von selbst übertragen.`,
  notConnected:
    "Öffne im Dashboard von Keepsake „Verbindungen“, kopiere die Shop-ID und erstelle einen API-Schlüssel. Frage die Person, die euren Keepsake-Server betreibt, nach dem Identitätsgeheimnis.",
  pid: "Shop-ID",
  key: (scopes) => `API-Schlüssel (Rechte: ${scopes})`,
  identitySecret: "Identitätsgeheimnis (freiwillig: meldet Kundinnen und Kunden des Shops an)",
  secretStored: "Eines ist gespeichert. Leer lassen, um es zu behalten.",
  removeSecret: "Das gespeicherte Identitätsgeheimnis entfernen",
  connect: "Verbinden",
  change: "Mit einem anderen Shop oder Schlüssel verbinden",
  marketsTitle: "Preise der Märkte",
  marketsLabel: "Für jeden Markt das Land, dessen Preise in Shopify dort gelten, zum Beispiel eu=DE us=US",
  save: "Speichern",
  markets:
    "Schreibe jeden Markt als Name=LAND, das Land mit zwei Großbuchstaben, zum Beispiel eu=DE us=US. Shopify muss jedes Land kennen.",
  locationsTitle: "Standorte, aus denen der Shop verkauft",
  locationsLabel:
    "Die Nummern der Standorte, deren Bestand der Shop verkauft, zum Beispiel 1 3, oder das Wort all. 1 ist der Standard-Standort; aus anderen verkauft BigCommerce nur, wenn sein Support das eingeschaltet hat.",
  locations: "Schreibe die Nummern der Standorte mit Leerzeichen dazwischen, zum Beispiel 1 3, oder das Wort all.",
  requests: "Anfragen von Kundinnen und Kunden",
  requestsIntro: "Sie haben gefragt, welche Daten du von ihnen hast. Schicke ihnen die Datei binnen 30 Tagen.",
  download: "Herunterladen",
  missing: "Bitte gib die Shop-ID und den API-Schlüssel ein.",
  refused: "Keepsake kennt diese Shop-ID nicht mit diesem Schlüssel. Kopiere beide noch einmal.",
  unreachable: "Keepsake hat nicht geantwortet. Bitte versuche es in einer Minute noch einmal.",
};

/** The settings that have a form of their own, sent to the address of this name. */
const SETTINGS = ["markets", "locations"] as const;
type Setting = (typeof SETTINGS)[number];

export type PageProblem = StoreProblem | Setting;

export type ConnectPage = {
  readonly shop: string;
  /** The Accept-Language header, or a language that the platform names. */
  readonly language: string;
  /** Proves the shop when the form comes back. */
  readonly ticket: string;
  readonly pid: string | undefined;
  readonly hasIdentitySecret: boolean;
  /** What the app's key must be allowed. */
  readonly scopes: readonly string[];
  /** Where the prices of markets come from, as the merchant wrote it. Undefined: the app sends none. */
  readonly markets?: string | undefined;
  /** Which locations the shop sells from, as the merchant wrote it. Undefined: the app knows by itself. */
  readonly locations?: string | undefined;
  readonly problem?: PageProblem;
  /** Customers who asked for their data: the id of the request and what the list shows of it. */
  readonly requests: readonly { readonly id: string; readonly label: string }[];
};

/** The page of the app in the platform's admin: connects the shop with a store of Keepsake. */
export function renderConnectPage(page: ConnectPage, nonce: string): string {
  const isGerman = /^de\b/i.test(page.language);
  const words = isGerman ? GERMAN : ENGLISH;
  const ticket = `<input type="hidden" name="ticket" value="${escape(page.ticket)}">`;
  const form = `<form method="post" action="/connect">${ticket}
    ${input("pid", words.pid, page.pid ?? "")}
    ${input("key", words.key(page.scopes.join(", ")), "", "password")}
    ${input("identitySecret", words.identitySecret, "", "password", { isRequired: false, placeholder: page.hasIdentitySecret ? words.secretStored : "" })}
    ${page.hasIdentitySecret ? `<label><input name="removeIdentitySecret" type="checkbox" value="yes"> ${words.removeSecret}</label>` : ""}
    <button>${words.connect}</button></form>`;
  const settingForm = (name: Setting) => {
    const value = page[name];
    return page.pid === undefined || value === undefined
      ? ""
      : `<h2>${words[`${name}Title`]}</h2><form method="post" action="/${name}">${ticket}
    ${input(name, words[`${name}Label`], value, "text", { isRequired: false })}
    <button>${words.save}</button></form>`;
  };
  const isOfStore = page.problem !== undefined && !SETTINGS.some((name) => name === page.problem);
  return `<!doctype html><html lang="${isGerman ? "de" : "en"}"><meta charset="utf-8"><title>${words.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${nonce}">${STYLE}</style>
<main><h1>${words.title}</h1><p>${words.intro}</p><p><code>${escape(page.shop)}</code></p>
${page.problem ? `<p role="alert">${words[page.problem]}</p>` : ""}
<p>${page.pid ? escape(words.connected(page.pid)) : words.notConnected}</p>
${page.pid ? `<details${isOfStore ? " open" : ""}><summary>${words.change}</summary>${form}</details>` : form}
${SETTINGS.map(settingForm).join("")}
${
  page.requests.length === 0
    ? ""
    : `<h2>${words.requests}</h2><p>${words.requestsIntro}</p><ul>${page.requests
        .map(
          ({ id, label }) =>
            `<li>${escape(label)} <form method="post" action="/customer-data">${ticket}<input type="hidden" name="request" value="${escape(id)}"><button>${words.download}</button></form></li>`,
        )
        .join("")}</ul>`
}</main></html>`;
}

const input = (
  name: string,
  label: string,
  value: string,
  type = "text",
  { isRequired = true, placeholder = "" }: { isRequired?: boolean; placeholder?: string } = {},
) =>
  `<label>${label}<input name="${name}" type="${type}" value="${escape(value)}" maxlength="200" autocomplete="off"${placeholder ? ` placeholder="${escape(placeholder)}"` : ""}${isRequired ? " required" : ""}></label>`;

export const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;max-width:36rem;padding:0 1rem;color:#1b1b1b;background:#fff}
label{display:block;margin:1rem 0}input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.5rem;margin-top:.25rem}
input[type=checkbox]{display:inline;width:auto}
button{font:inherit;padding:.5rem 1rem}[role=alert]{border-left:.25rem solid #b3261e;padding-left:.75rem}
li form{display:inline}@media (prefers-color-scheme:dark){body{color:#eee;background:#161616}}`;
