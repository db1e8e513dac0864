import { Type } from "typebox";
import { TopicIn } from "../../subscriptions/wire.ts";

export const TemplateTopicIn = Type.Object({ topic: TopicIn });
export const TemplateIn = Type.Object({
  topic: TopicIn,
  subject: Type.String({ minLength: 1, maxLength: 400, description: "Liquid" }),
  source: Type.String({ minLength: 1, maxLength: 50_000, description: "MJML with Liquid" }),
});
