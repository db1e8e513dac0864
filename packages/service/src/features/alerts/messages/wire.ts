import { Type } from "typebox";
import { TopicIn } from "../../subscriptions/wire.ts";

export const TemplateTopicIn = Type.Object({ topic: TopicIn });
export const TemplateIn = Type.Object({
  topic: TopicIn,
  subject: Type.String({ minLength: 1, maxLength: 400, description: "Liquid" }),
  source: Type.String({ minLength: 1, maxLength: 50_000, description: "MJML with Liquid" }),
});

const preview = Type.Object({
  subject: Type.String(),
  html: Type.String(),
  frame: Type.String({ description: "An iframe that shows the message and runs no script" }),
});
const topic = Type.String();
export const SavedOut = Type.Object({ message: Type.String(), topic, preview });
export const PreviewOut = Type.Object({ topic, preview });
export const TemplateOut = Type.Object({
  topic,
  own: Type.Boolean({ description: "false: the default message" }),
  subject: Type.String(),
  source: Type.String(),
});
export const ResetOut = Type.Object({ message: Type.String(), topic, changed: Type.Boolean() });
