import { type Translation, translated } from "../../../platform/text/language.ts";

const en = {
  subject: (from: string, list: string) => `${from} shared “${list}” with you`,
  lead: (from: string, shop: string) => `${from} made this list at ${shop} and would like you to see it.`,
  unnamedSender: "A friend",
  untitledItem: "An item",
  why: (from: string) => `${from} asked us to send you this one email. You are not on a mailing list.`,
};

const de: Translation<typeof en> = {
  subject: (from, list) => `${from} teilt „${list}“ mit Ihnen`,
  lead: (from, shop) => `${from} hat diese Liste bei ${shop} angelegt und möchte sie Ihnen zeigen.`,
  unnamedSender: "Jemand, der Sie kennt,",
  untitledItem: "Ein Artikel",
  why: (from) => `${from} hat uns um diese eine E-Mail gebeten. Sie stehen auf keinem Verteiler.`,
};

const fr: Translation<typeof en> = {
  subject: (from, list) => `${from} partage « ${list} » avec vous`,
  lead: (from, shop) => `${from} a créé cette liste chez ${shop} et souhaite vous la montrer.`,
  unnamedSender: "Une connaissance",
  untitledItem: "Un article",
  why: (from) => `${from} nous a demandé de vous envoyer ce seul e-mail. Vous n’êtes sur aucune liste de diffusion.`,
};

export const shareCopy = translated<Translation<typeof en>>({ en, de, fr });
