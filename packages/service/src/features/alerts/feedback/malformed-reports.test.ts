import * as fc from "fast-check";
import { expect, test } from "vitest";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import type { HookKind } from "./hook-urls.ts";

const service = aService();
const store = await aStore(service);
const TYPES = ["application/json", "text/plain; charset=UTF-8", "application/x-www-form-urlencoded"];

async function post(kind: HookKind, raw: string, type = "application/json") {
  const url = new URL(service.deps.hooks.urlOf(kind, await store.record()));
  return store.browser(url.pathname, undefined, {
    raw,
    headers: { "content-type": type },
    query: { token: url.searchParams.get("token") ?? "" },
  });
}

const sns = (message: unknown) => JSON.stringify({ Type: "Notification", Message: JSON.stringify(message) });

test.each([
  ["null", null],
  ["a text", "x"],
  ["a list", []],
  ["a recipient that is null", { notificationType: "Complaint", complaint: { complainedRecipients: [null] } }],
  ["a recipient without an address", { notificationType: "Complaint", complaint: { complainedRecipients: [{}] } }],
  ["a complaint that is null", { notificationType: "Complaint", complaint: null }],
  ["recipients that are no list", { eventType: "Complaint", complaint: { complainedRecipients: { 0: null } } }],
  ["a bounce that is a text", { notificationType: "Bounce", bounce: "Permanent" }],
])("a report of SES that is %s is 400", async (_, message) => {
  const answer = await post("mail", sns(message));
  expect([answer.status, answer.body.type]).toEqual([400, "invalid-report"]);
});

test("the answer to a malformed report of SES names the field", async () => {
  const { body: answer } = await post(
    "mail",
    sns({ eventType: "Complaint", complaint: { complainedRecipients: [{}] } }),
  );
  expect(answer.message).toContain(": Message.complaint.complainedRecipients.0.emailAddress is missing. Send");
});

test("a report of SES about something else is accepted and changes nothing", async () => {
  expect((await post("mail", sns({ eventType: "Delivery", delivery: {} }))).body).toEqual({ taken: 0 });
});

test("a body that is no object is 400 in each content type", async () => {
  for (const raw of ["null", "[]", '"x"', "1", "{", "\u0000"])
    for (const type of TYPES.slice(0, 2)) expect((await post("mail", raw, type)).status, `${raw} as ${type}`).toBe(400);
});

/** Objects with the names that the webhooks read, and any values. */
const anything = fc.jsonValue({ maxDepth: 4 });
const named = (names: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.dictionary(fc.constantFrom(...names), value, { maxKeys: names.length });
const recipients = fc.oneof(
  anything,
  fc.array(fc.oneof(anything, named(["emailAddress"], anything)), { maxLength: 3 }),
);
const message = fc.oneof(
  anything,
  fc.record(
    {
      notificationType: fc.oneof(anything, fc.constantFrom("Bounce", "Complaint")),
      eventType: fc.oneof(anything, fc.constantFrom("Bounce", "Complaint")),
      bounce: fc.oneof(
        anything,
        fc.record({ bounceType: fc.oneof(anything, fc.constant("Permanent")), bouncedRecipients: recipients }),
      ),
      complaint: fc.oneof(anything, fc.record({ complainedRecipients: recipients })),
    },
    { requiredKeys: [] },
  ),
);
const body = fc.oneof(
  anything,
  fc.record({ Type: fc.constant("Notification"), Message: message.map((one) => JSON.stringify(one)) }),
  named(["Type", "Message", "SubscribeURL", "events", "token", "From", "Body"], anything),
  named(["From", "Body"], fc.string()),
  fc.record({ events: fc.array(named(["type", "email", "permanent"], fc.oneof(anything, fc.constant("bounce")))) }),
);

test("whatever a webhook gets, it answers 200, 400 or 401", { timeout: 120_000 }, async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      body.map((one) => JSON.stringify(one)),
      fc.constantFrom(...TYPES),
      fc.constantFrom<HookKind>("mail", "sms"),
      async (raw, type, kind) => {
        const { status } = await post(kind, raw, type);
        seen.add(status);
        expect([200, 400, 401]).toContain(status);
      },
    ),
    { numRuns: 400 },
  );
  expect([...seen]).toEqual(expect.arrayContaining([200, 400]));
});
