import { type Static, Type } from "typebox";
import { isGiven, nullable, PlatformIdIn, Switch } from "../../../platform/http/wire.ts";
import { LANGUAGES, type Language } from "../../../platform/text/language.ts";
import { readPlatformId } from "../../../platform/text/platform-id.ts";
import { StoreSettings } from "../../stores/settings/settings.ts";
import type { Store } from "../../stores/store.ts";
import { TopicIn } from "../../subscriptions/wire.ts";
import { troubleWhy } from "../senders/wire.ts";
import { FILTER_NAMES, VARIABLE_NAMES } from "./list-variables.ts";
import { messagePlace } from "./message-place.ts";
import type { PreviewWanted } from "./preview-message.ts";

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

const Subject = Type.Optional(Type.String({ maxLength: 400, description: "Liquid" }));
const Source = Type.Optional(
  Type.String({
    maxLength: 50_000,
    description: "MJML with Liquid. Without subject and source: what shoppers get now",
  }),
);
/** A message with invented data. */
const shown = {
  ...place,
  subject: Subject,
  source: Source,
  epi: Type.Optional(PlatformIdIn("A variant of the shop; without it, the message is about our example")),
};
export const PreviewIn = Type.Object(shown);
const { color } = StoreSettings.properties.alerts.properties;
const { logo } = StoreSettings.properties.shop.properties;
const none = Type.Literal("");
export const PreviewPageIn = Type.Object({
  ...shown,
  name: Type.Optional(Type.String({ maxLength: 200, description: "A name of the shop to try" })),
  color: Type.Optional(
    Type.Union([none, color], {
      description: "A colour to try, as in the setting alerts.color; empty: none",
    }),
  ),
  logo: Type.Optional(
    Type.Union([none, logo], {
      description: "A logo to try, as in the setting shop.logo; empty: none",
    }),
  ),
  dark: Type.Optional(Switch),
  images: Type.Optional(Switch),
});
export const PreviewPageOut = Type.Unsafe<unknown>({
  description: "The mail as a page",
  content: { "text/html": { schema: Type.String() } },
});
export const TestMailIn = Type.Object({
  ...shown,
  to: Type.Optional(
    Type.String({ minLength: 3, maxLength: 254, description: "The address of a member; without it, your own" }),
  ),
});
export const TestMailOut = Type.Object({
  message: Type.String(),
  to: Type.String(),
  sent: Type.Boolean({ description: "Whether the provider accepted the message" }),
  problem: nullable(Type.String()),
  fix: nullable(Type.String()),
  why: troubleWhy,
});

const known = (names: readonly string[]) =>
  Type.Object({
    name: Type.Unsafe<string>(Type.Enum([...names])),
    description: Type.String(),
    example: Type.String(),
  });
export const VariablesIn = Type.Object(place);
export const VariablesOut = Type.Object({
  topic: Type.String(),
  locale: Type.String(),
  variables: Type.Array(known(VARIABLE_NAMES), { description: "Each with an example value" }),
  filters: Type.Array(known(FILTER_NAMES), { description: "Each with an example of its use" }),
});

/** What the calls about samples read. */
export const readPreview = (
  store: Pick<Store, "settings">,
  { subject, source, epi, ...message }: Static<typeof PreviewIn>,
): PreviewWanted => ({
  place: messagePlace(store, message),
  subject,
  source,
  platformId: isGiven(epi) ? readPlatformId("epi", epi).text : undefined,
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
export const PreviewOut = Type.Object({
  topic,
  locale,
  preview: Type.Object({
    ...preview.properties,
    text: Type.String({ description: "The text part of the mail. It is always ours" }),
  }),
});
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
      savedBy: nullable(Type.String({ description: "Name of the key, or email address of the member" })),
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
