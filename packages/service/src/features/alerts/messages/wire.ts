import { Type } from "typebox";
import { LANGUAGES, type Language } from "../../../platform/text/language.ts";
import { TopicIn } from "../../subscriptions/wire.ts";

const Locale = Type.Unsafe<Language>(
  Type.Union(
    LANGUAGES.map((language) => Type.Literal(language)),
    { description: "The language of the message; without it, that of the store (the setting alerts.language)" },
  ),
);
/** Which message of the store. */
const place = { topic: TopicIn, locale: Type.Optional(Locale) };
export const TemplateTopicIn = Type.Object(place);
export const TemplateIn = Type.Object({
  ...place,
  subject: Type.String({ minLength: 1, maxLength: 400, description: "Liquid" }),
  source: Type.String({ minLength: 1, maxLength: 50_000, description: "MJML with Liquid" }),
});

const preview = Type.Object({
  subject: Type.String(),
  html: Type.String(),
  frame: Type.String({ description: "An iframe that shows the message and runs no script" }),
});
const topic = Type.String();
const locale = Type.String({ description: "The language of the message" });
const version = Type.Integer({
  description: "Counts the saves of the topic in this language; 0: our default message. Also the ETag",
});
export const SavedOut = Type.Object({ message: Type.String(), topic, locale, version, preview });
export const PreviewOut = Type.Object({ topic, locale, preview });
export const TemplateOut = Type.Object({
  topic,
  locale,
  own: Type.Boolean({ description: "false: the default message" }),
  subject: Type.String(),
  source: Type.String(),
  version,
});

const at = Type.String({ format: "date-time" });
export const TemplatesOut = Type.Object({
  templates: Type.Array(
    Type.Object({
      topic,
      locale,
      version,
      updatedAt: Type.Union([at, Type.Null()], { description: "null: the default message" }),
    }),
  ),
});
export const VersionsIn = Type.Object(place);
export const VersionsOut = Type.Object({
  topic,
  locale,
  versions: Type.Array(
    Type.Object({
      version,
      subject: Type.String(),
      source: Type.String(),
      savedAt: at,
      savedBy: Type.String({
        description:
          "Name of the key, or email address of the member; unknown for a first version that is older than versions are",
      }),
    }),
  ),
});
export const RestoreIn = Type.Object({
  ...place,
  version: Type.Union([
    Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    Type.String({ pattern: "^\\d{1,9}$", examples: ["3"] }),
  ]),
});
export const ResetOut = Type.Object({ message: Type.String(), topic, locale, changed: Type.Boolean() });
