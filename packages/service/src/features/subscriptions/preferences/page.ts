import { formButton, hostedPage, type Page, paragraph } from "../../../platform/http/hosted-page.ts";
import { escapeHtml } from "../../../platform/text/html.ts";
import { TOPICS, type TopicName } from "../topics.ts";
import { preferencesCopy } from "./copy.ts";
import type { Preferences } from "./preferences.ts";

export function unsubscribePage(preferences: Preferences, token: string, wanted?: string): Page {
  const { language, unsubscribe, stopAll } = preferencesCopy(wanted);
  const buttons = `${formButton("unsubscribe", token, stopAll)}${formButton("preferences", token, unsubscribe.choose, { quiet: true })}`;
  const body = `${paragraph(unsubscribe.text(preferences.storeName))}<div class="acts">${buttons}</div>`;
  return hostedPage(language, preferences, unsubscribe.title, body);
}

export function unsubscribedPage(preferences: Preferences, wanted?: string): Page {
  const { language, unsubscribed } = preferencesCopy(wanted);
  return hostedPage(language, preferences, unsubscribed.title, paragraph(unsubscribed.text(preferences.storeName)));
}

export function preferencesPage(preferences: Preferences, token: string, wanted?: string): Page {
  const texts = preferencesCopy(wanted);
  const { storeName, address, alerts } = preferences;
  const row = ({ id, title, topic, state, isOpen }: Preferences["alerts"][number]) => {
    const topicText = Object.hasOwn(TOPICS, topic) ? texts.topics[topic as TopicName] : topic;
    const details = [topicText, ...(state === "waiting" ? [] : [texts.states[state]])].join(" · ");
    const stop = isOpen
      ? formButton("preferences", token, texts.stop, { fields: { end: id }, quiet: true, of: title })
      : "";
    return `<li><span>${escapeHtml(title)}<small>${escapeHtml(details)}</small></span>${stop}</li>`;
  };
  const section = (heading: string, some: Preferences["alerts"]) =>
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
