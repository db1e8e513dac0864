import { CONSENT } from "../connection.ts";
import type { Content, Item, Person } from "../content.ts";
import { inPages } from "./in-pages.ts";
import { metricOf } from "./klaviyo-metrics.ts";
import { shareOf, type Windows } from "./limiter.ts";
import type { Tool, ToolRequest } from "./tool.ts";

export const KLAVIYO_URL = "https://a.klaviyo.com";
/** The revision of Klaviyo's API that these requests are written for. */
export const KLAVIYO_REVISION = "2026-07-15";

/** What Klaviyo publishes for each endpoint, for an account. */
export const KLAVIYO_WINDOWS = {
  "event-bulk-create-jobs": { perSecond: 10, perMinute: 150 },
  events: { perSecond: 350, perMinute: 3_500 },
  "profile-subscription-bulk-create-jobs": { perSecond: 75, perMinute: 750 },
  "profile-subscription-bulk-delete-jobs": { perSecond: 75, perMinute: 750 },
  "data-privacy-deletion-jobs": { perSecond: 3, perMinute: 60 },
} as const satisfies Windows;
type Endpoint = keyof typeof KLAVIYO_WINDOWS;

/** Klaviyo takes 1,000 events or 5,000,000 bytes. The profiles around the events need some of it. */
const EVENTS_MAX = 1_000;
const EVENTS_BYTES_MAX = 4_500_000;
const SUBSCRIBED_MAX = 1_000;
const UNSUBSCRIBED_MAX = 100;

export type KlaviyoAccess = { readonly key: string; readonly listId: string | null };
export type KlaviyoOptions = {
  /** Tests talk to a server of their own. */
  readonly baseUrl?: string | undefined;
  readonly eventsMax?: number | undefined;
};

export function createKlaviyo(
  { key, listId }: KlaviyoAccess,
  { baseUrl = KLAVIYO_URL, eventsMax = EVENTS_MAX }: KlaviyoOptions = {},
): Tool {
  const headers = {
    authorization: `Klaviyo-API-Key ${key}`,
    revision: KLAVIYO_REVISION,
    accept: "application/vnd.api+json",
    "content-type": "application/vnd.api+json",
    "user-agent": "Keepsake-Marketing/1",
  };
  const request = (
    endpoint: Endpoint,
    data: object,
    { contents = [], isRepeatable = true, isApart = false }: Partial<ToolRequest> = {},
  ): ToolRequest => ({
    endpoint,
    url: `${baseUrl}/api/${endpoint}`,
    headers: () => headers,
    body: JSON.stringify({ data }),
    contents,
    isRepeatable,
    isApart,
  });

  function createEvents(contents: readonly Content[]): ToolRequest {
    const byPerson = [...Map.groupBy(contents, ({ person }) => JSON.stringify(person)).values()];
    const jobs = byPerson.flatMap((ofPerson) => {
      const [first] = ofPerson;
      if (!first) return [];
      const profile = { data: { type: "profile", attributes: attributesOf(first.person) } };
      const events = { data: ofPerson.map((one) => ({ type: "event", attributes: eventOf(one) })) };
      return [{ type: "event-bulk-create", attributes: { profile, events } }];
    });
    const attributes = { "events-bulk-create": { data: jobs } };
    // Klaviyo may refuse a whole request in which one event is a copy: what was sent before is sent alone.
    return request(
      "event-bulk-create-jobs",
      { type: "event-bulk-create-job", attributes },
      { contents, isRepeatable: false },
    );
  }

  function createEvent(content: Content): ToolRequest {
    const profile = { data: { type: "profile", attributes: attributesOf(content.person) } };
    const attributes = { ...eventOf(content), profile };
    return request("events", { type: "event", attributes }, { contents: [content] });
  }

  function subscribe(contents: readonly Content[], isOn: boolean): ToolRequest {
    const marketing = { consent: isOn ? "SUBSCRIBED" : "UNSUBSCRIBED" };
    const people = new Map(contents.map(({ person }) => [person.email ?? person.phone, person]));
    const profiles = [...people.values()].map(({ email, phone }) => ({
      type: "profile",
      attributes:
        email === null
          ? { phone_number: phone, subscriptions: { sms: { marketing } } }
          : { email, subscriptions: { email: { marketing } } },
    }));
    const relationships = listId === null ? {} : { relationships: { list: { data: { type: "list", id: listId } } } };
    const job = isOn ? "profile-subscription-bulk-create-job" : "profile-subscription-bulk-delete-job";
    const attributes = { ...(isOn ? { custom_source: "Keepsake" } : {}), profiles: { data: profiles } };
    return request(`${job}s`, { type: job, attributes, ...relationships }, { contents });
  }

  return {
    windows: shareOf(KLAVIYO_WINDOWS),
    inBulk(contents) {
      const answers = contents.filter(({ subject }) => subject === CONSENT);
      const events = contents.filter(({ subject }) => subject !== CONSENT);
      const joined = byAddress(answers.filter(({ onMailingList }) => onMailingList === true));
      const left = byAddress(answers.filter(({ onMailingList }) => onMailingList === false));
      const limits = { count: eventsMax, bytes: EVENTS_BYTES_MAX };
      return [
        ...inGroups(joined, SUBSCRIBED_MAX).map((some) => subscribe(some, true)),
        ...inGroups(left, UNSUBSCRIBED_MAX).map((some) => subscribe(some, false)),
        ...inPages(events, sizeOf, limits).map(createEvents),
      ];
    },
    alone: (content) =>
      content.subject === CONSENT ? subscribe([content], content.onMailingList === true) : createEvent(content),
    erase: ({ addresses }) =>
      addresses.map(({ medium, value }) => {
        const attributes = medium === "email" ? { email: value } : { phone_number: value };
        const profile = { data: { type: "profile", attributes } };
        const data = { type: "data-privacy-deletion-job", attributes: { profile } };
        return request("data-privacy-deletion-jobs", data, { isApart: true });
      }),
    readAnswer: ({ body }) => readErrors(body),
  };
}

/** The messages of one address all have its present answer. */
const byAddress = (contents: readonly Content[]): Content[][] => [
  ...Map.groupBy(contents, ({ person }) => person.email ?? person.phone).values(),
];
const inGroups = (groups: readonly Content[][], max: number): Content[][] =>
  inPages(groups, () => 0, { count: max, bytes: 0 }).map((page) => page.flat());

const sizeOf = (content: Content) =>
  Buffer.byteLength(JSON.stringify([attributesOf(content.person), eventOf(content)])) + 200;

/** Klaviyo refuses a profile with a locale that has no country. */
const LOCALE = /^[a-z]{2,3}-[A-Z]{2}$/;

const attributesOf = ({ email, phone, locale, timeZone }: Person) => ({
  ...(email === null ? {} : { email }),
  ...(phone === null ? {} : { phone_number: phone }),
  ...(locale !== null && LOCALE.test(locale) ? { locale } : {}),
  ...(timeZone === null ? {} : { location: { timezone: timeZone } }),
});

const eventOf = (content: Content) => ({
  metric: { data: { type: "metric", attributes: { name: metricOf(content) } } },
  time: content.at.toISOString(),
  unique_id: content.uniqueId,
  properties: {
    ...(content.item ? propertiesOf(content.item) : {}),
    ...known({ Topic: content.topic, Quantity: content.quantity, ListID: content.list }),
  },
});

const propertiesOf = (item: Item) =>
  known({
    ProductName: item.title,
    ProductID: item.productId,
    VariantID: item.variantId,
    Market: item.market,
    VariantName: item.option,
    URL: item.url,
    ImageURL: item.imageUrl,
    Brand: item.brand,
    SKU: item.sku,
    Price: item.price,
    CompareAtPrice: item.compareAtPrice,
    Currency: item.currency,
  });

const known = (properties: Readonly<Record<string, string | number | null>>) =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));

function readErrors(body: string): string | undefined {
  try {
    const { errors } = JSON.parse(body) as { errors?: { detail?: unknown; title?: unknown }[] };
    const said = errors?.[0]?.detail ?? errors?.[0]?.title;
    return typeof said === "string" && said !== "" ? said : undefined;
  } catch {
    return undefined;
  }
}
