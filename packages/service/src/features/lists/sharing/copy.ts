import { type Translation, translated } from "../../../platform/text/language.ts";

const en = {
  subject: (shop: string) => `Someone shared a list from ${shop} with you`,
  heading: "A list for you",
  lead: (shop: string) => `Someone made this list at ${shop} and would like you to see it. They wrote:`,
  untitledItem: "An item",
  why: "The person who made the list asked us to send you this one email. You are not on a mailing list.",
};

const de: Translation<typeof en> = {
  subject: (shop) => `Jemand teilt eine Liste von ${shop} mit Ihnen`,
  heading: "Eine Liste für Sie",
  lead: (shop) => `Jemand hat diese Liste bei ${shop} angelegt, möchte sie Ihnen zeigen und schreibt:`,
  untitledItem: "Ein Artikel",
  why: "Wer die Liste angelegt hat, hat uns um diese eine E-Mail gebeten. Sie stehen auf keinem Verteiler.",
};

const fr: Translation<typeof en> = {
  subject: (shop) => `Quelqu’un partage avec vous une liste de ${shop}`,
  heading: "Une liste pour vous",
  lead: (shop) => `Quelqu’un a créé cette liste chez ${shop}, souhaite vous la montrer et vous écrit :`,
  untitledItem: "Un article",
  why: "La personne qui a créé la liste nous a demandé de vous envoyer ce seul e-mail. Vous n’êtes sur aucune liste de diffusion.",
};

export const shareCopy = translated<Translation<typeof en>>({ en, de, fr });
