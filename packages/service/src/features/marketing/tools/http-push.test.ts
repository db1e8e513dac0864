import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Content } from "../content.ts";
import { createHttpPush, type PushBody } from "./http-push.ts";

const push = createHttpPush({ url: "https://hooks.example.com/", secret: "whsec_c2VjcmV0", pid: "tarnKitchen2" });
const MANUAL = new URL("../../../../../../docs/marketing.md", import.meta.url);

test("the example of the manual is what is sent", () => {
  const [, example = ""] = /<!-- push -->\n```json\n([^]*?)```/.exec(readFileSync(MANUAL, "utf8")) ?? [];
  const documented = JSON.parse(example) as PushBody;
  const contents = documented.messages.map((message, index): Content => {
    const isAnswer = message.type === "mailing-list.joined";
    return {
      message: String(index),
      uniqueId: message.id,
      subject: isAnswer ? "mailing-list.answered" : "alert.subscribed",
      at: new Date(message.at),
      person: message.person,
      item: message.product,
      topic: message.topic,
      quantity: message.quantity,
      list: message.list,
      onMailingList: isAnswer ? true : null,
    };
  });
  const [request] = push.inBulk(contents);
  expect(JSON.parse(request?.body ?? "")).toEqual(documented);
});

test("a request has at most 100 messages", () => {
  const person = { email: "ann@example.com", phone: null, locale: null, timeZone: null };
  const content: Content = {
    message: "1",
    uniqueId: "id",
    subject: "list.shared",
    at: new Date(),
    person,
    item: null,
    topic: null,
    quantity: null,
    list: "0f9d0b9e",
    onMailingList: null,
  };
  const requests = push.inBulk(Array.from({ length: 150 }, () => content));
  expect(requests.map(({ contents }) => contents.length)).toEqual([100, 50]);
});
