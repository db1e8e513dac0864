import { expect, test } from "vitest";
import type { Content } from "../content.ts";
import { createKlaviyo } from "./klaviyo.ts";
import { metricOf } from "./klaviyo-metrics.ts";

const contentOf = (nth: number, more: Partial<Content> = {}): Content => ({
  message: String(nth),
  uniqueId: `id-${nth}`,
  subject: "alert.sent",
  at: new Date("2026-11-17T09:30:00Z"),
  person: { email: `ann${nth}@example.com`, phone: null, locale: "de", timeZone: null },
  item: null,
  topic: "backinstock",
  quantity: 1,
  list: null,
  onMailingList: null,
  ...more,
});
const someContents = (count: number, more?: Partial<Content>) =>
  Array.from({ length: count }, (_, nth) => contentOf(nth, more));
const klaviyo = createKlaviyo({ key: "pk_0123456789", listId: null });
const answer = (onMailingList: boolean) => ({ subject: "mailing-list.answered", onMailingList }) as const;

test("a request has at most 1,000 events and 5,000,000 bytes, and says which revision it was written for", () => {
  expect(klaviyo.inBulk(someContents(2_001)).map(({ contents }) => contents.length)).toEqual([1_000, 1_000, 1]);
  const large = someContents(1_000, { topic: "x".repeat(9_000) });
  const requests = klaviyo.inBulk(large);
  expect(requests.length).toBeGreaterThan(1);
  for (const { body } of requests) expect(Buffer.byteLength(body)).toBeLessThan(5_000_000);
  expect(requests.flatMap(({ contents }) => contents)).toEqual(large);
  expect(requests[0]?.url).toBe("https://a.klaviyo.com/api/event-bulk-create-jobs");
  expect(requests[0]?.headers(new Date())).toMatchObject({
    authorization: "Klaviyo-API-Key pk_0123456789",
    revision: "2026-07-15",
    "content-type": "application/vnd.api+json",
  });
});

test("people join the mailing list 1,000 at a time and leave it 100 at a time, each address once", () => {
  const joined = [...someContents(1_001, answer(true)), contentOf(0, { ...answer(true), message: "again" })];
  const sizes = klaviyo.inBulk([...joined, ...someContents(150, answer(false))]).map(({ endpoint, body, contents }) => {
    const { data } = JSON.parse(body) as { data: { attributes: { profiles: { data: object[] } } } };
    return [endpoint, data.attributes.profiles.data.length, contents.length];
  });
  expect(sizes).toEqual([
    ["profile-subscription-bulk-create-jobs", 1_000, 1_001],
    ["profile-subscription-bulk-create-jobs", 1, 1],
    ["profile-subscription-bulk-delete-jobs", 100, 100],
    ["profile-subscription-bulk-delete-jobs", 50, 50],
  ]);
});

test("the names of events in Klaviyo, which flows are started by", () => {
  const name = (subject: "alert.subscribed" | "alert.clicked" | "item.added", topic: string | null) =>
    metricOf({ subject, topic });
  expect(name("alert.subscribed", "backinstock")).toBe("Subscribed to Back in Stock");
  expect(name("alert.clicked", "pricedrop")).toBe("Price Drop Alert Clicked");
  expect(name("alert.subscribed", "members-only")).toBe("Subscribed to members-only");
  expect(name("item.added", null)).toBe("Added to Wishlist");
});

test("an erased person is deleted once for each address", () => {
  const addresses = [
    { medium: "email", value: "ann@example.com" },
    { medium: "sms", value: "+491511234567" },
  ] as const;
  const bodies = klaviyo.erase({ id: "1", at: new Date(), addresses }).map(({ body }) => body);
  expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual(
    [{ email: "ann@example.com" }, { phone_number: "+491511234567" }].map((attributes) => ({
      data: {
        type: "data-privacy-deletion-job",
        attributes: { profile: { data: { type: "profile", attributes } } },
      },
    })),
  );
});
