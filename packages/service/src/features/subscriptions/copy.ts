import { type Translation, translated } from "../../platform/text/language.ts";

const en = {
  title: "This link does not work",
  text: "It may have been cut off. Open it from the email again.",
};

const de: Translation<typeof en> = {
  title: "Dieser Link funktioniert nicht",
  text: "Vielleicht wurde er gekürzt. Öffnen Sie ihn noch einmal aus der E-Mail.",
};

const fr: Translation<typeof en> = {
  title: "Ce lien ne fonctionne pas",
  text: "Il a peut-être été coupé. Ouvrez-le de nouveau depuis l’e-mail.",
};

export const badLinkCopy = translated<Translation<typeof en>>({ en, de, fr });
