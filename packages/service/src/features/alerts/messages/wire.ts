import { Type } from "typebox";

const topic = Type.String({ minLength: 1, maxLength: 64, description: "backinstock, comingsoon or your own" });

export const TopicIn = Type.Object({ topic });
export const TemplateIn = Type.Object({
  topic,
  subject: Type.String({ minLength: 1, maxLength: 400, description: "Liquid" }),
  source: Type.String({ minLength: 1, maxLength: 50_000, description: "MJML with Liquid" }),
});
