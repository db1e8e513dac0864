import { Type } from "typebox";
import { LANGUAGES } from "../../../platform/text/language.ts";
import { Pid } from "../wire.ts";
import type { ElementLook } from "./element-look.ts";

export const ElementsIn = Type.Object({
  pid: Pid,
  lang: Type.Optional(
    Type.String({
      maxLength: 35,
      examples: ["de-CH"],
      description: "The language of the page. Instead of one that Keepsake does not have, the store's counts",
    }),
  ),
});

export const ElementsOut = Type.Object({
  language: Type.Unsafe<string>({ enum: LANGUAGES, description: "The language of the texts" }),
  color: Type.Union([Type.String(), Type.Null()], {
    examples: ["#25524d"],
    description: "The setting `alerts.color`; null: none is set",
  }),
  texts: Type.Record(Type.String(), Type.String(), {
    description:
      "Words by name: the built-in ones and over them the store's own (`elements`). In English only the store's own, because the script has the others",
    examples: [{ notifyMe: "Benachrichtigen, wenn verfügbar" }],
  }),
});

export const elementsRecord = ({ language, color, texts }: ElementLook) => JSON.stringify({ language, color, texts });
