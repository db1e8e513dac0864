import { formButton, hostedPage, type Page, paragraph } from "../../../platform/http/hosted-page.ts";
import { escapeHtml } from "../../../platform/text/html.ts";
import { untitled } from "../../catalog/variants/title-of.ts";
import { backToShop } from "../back-to-shop.ts";
import { TOPICS, type TopicName } from "../topics.ts";
import { preferencesCopy } from "./copy.ts";
import type { OldLink } from "./mail-fresh-link.ts";
import type { Preferences, ShownAlert } from "./preferences.ts";

export function unsubscribePage(preferences: Preferences, token: string, wanted?: string): Page {
  const { language, unsubscribe, stopAll } = preferencesCopy(wanted);
  const buttons = `${formButton("unsubscribe", token, stopAll)}${formButton("preferences", token, unsubscribe.choose, { quiet: true })}`;
  const body = `${paragraph(unsubscribe.text(preferences.storeName))}<div class="acts">${buttons}</div>`;
  return hostedPage(language, preferences, unsubscribe.title, body);
}

export function unsubscribedPage(preferences: Preferences, wanted?: string): Page {
  const { language, unsubscribed } = preferencesCopy(wanted);
  return hostedPage(
    language,
    preferences,
    unsubscribed.title,
    `${paragraph(unsubscribed.text(preferences.storeName))}${backToShop(preferences, wanted)}`,
  );
}

export function oldLinkPage(link: OldLink, token: string, wanted?: string): Page {
  const { language, oldLink, stopAll } = preferencesCopy(wanted);
  const mail = link.canBeMailed ? formButton("preferences/link", token, oldLink.button) : "";
  const stop = formButton("unsubscribe", token, stopAll, { quiet: true });
  const text = paragraph(link.canBeMailed ? oldLink.text(link.storeName) : oldLink.noMail(link.storeName));
  return hostedPage(language, link, oldLink.title, `${text}<div class="acts">${mail}${stop}</div>`);
}

export function linkMailedPage(link: OldLink, wanted?: string): Page {
  const { language, linkMailed } = preferencesCopy(wanted);
  return hostedPage(language, link, linkMailed.title, paragraph(linkMailed.text));
}

export function preferencesPage(preferences: Preferences, token: string, wanted?: string): Page {
  const texts = preferencesCopy(wanted);
  const { storeName, address, alerts } = preferences;
  const row = ({ id, topic, state, isOpen, market, ...alert }: ShownAlert) => {
    const title = alert.title ?? untitledAlert(storeName, alert, wanted);
    const topicText = Object.hasOwn(TOPICS, topic) ? texts.topics[topic as TopicName] : isPlainName(topic) ? topic : "";
    const details = [topicText, market?.toUpperCase(), ...(state === "waiting" ? [] : [texts.states[state]])]
      .filter(Boolean)
      .join(" · ");
    const stop = isOpen
      ? formButton("preferences", token, texts.stop, { fields: { end: id }, quiet: true, of: title })
      : "";
    return `<li><span>${escapeHtml(title)}<small>${escapeHtml(details)}</small></span>${stop}</li>`;
  };
  const section = (heading: string, some: readonly ShownAlert[]) =>
    some.length > 0 ? `<section><h2>${escapeHtml(heading)}</h2><ul>${some.map(row).join("")}</ul></section>` : "";
  const open = alerts.filter(({ isOpen }) => isOpen);
  const past = alerts.filter(({ isOpen }) => !isOpen);
  const body = [
    paragraph(texts.intro(storeName, address), "soft"),
    alerts.length === 0 ? paragraph(texts.none) : "",
    section(texts.waiting, open),
    open.length > 0 ? formButton("preferences", token, texts.stopAll, { fields: { all: "1" } }) : "",
    section(texts.past, past),
  ];
  return hostedPage(texts.language, preferences, texts.title, body.join(""));
}

const untitledAlert = (storeName: string, { platformId }: Pick<ShownAlert, "platformId">, wanted?: string) =>
  untitled(storeName, wanted) + (isPlainName(platformId) ? ` (${platformId})` : "");

/** Whether an id or a topic can be shown: anyone can make one up, and it could be a sentence or a link. */
const isPlainName = (text: string) => /^[\w-]{1,40}$/.test(text);
