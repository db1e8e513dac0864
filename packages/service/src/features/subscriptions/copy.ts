import { type Translation, translated } from "../../platform/text/language.ts";

const en = {
  backTo: (shop: string) => `Back to ${shop}`,
};

const de: Translation<typeof en> = {
  backTo: (shop) => `Zurück zu ${shop}`,
};

const fr: Translation<typeof en> = {
  backTo: (shop) => `Retour à ${shop}`,
};

export const pageCopy = translated<Translation<typeof en>>({ en, de, fr });
