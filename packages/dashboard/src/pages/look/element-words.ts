import type { Language } from "./draft.ts";

export const WORDS = [
  "notifyMe",
  "notifyMeWaiting",
  "notifyMeUnconfirmed",
  "saveUntitled",
  "saved",
  "notSaved",
] as const;
export type ElementWords = Readonly<Record<(typeof WORDS)[number], string>>;

/** Words for the elements of a shop. The English ones are those that the elements have by themselves
 *  (`packages/sdk/src/elements/texts.ts`). */
export const presets: Readonly<Record<Language, ElementWords>> = {
  en: {
    notifyMe: "Notify me when available",
    notifyMeWaiting: "You're on the list",
    notifyMeUnconfirmed: "Check your inbox to confirm",
    saveUntitled: "Save",
    saved: "Saved",
    notSaved: "We couldn't save this. Please try again.",
  },
  de: {
    notifyMe: "Benachrichtigen, wenn verfügbar",
    notifyMeWaiting: "Sie stehen auf der Liste",
    notifyMeUnconfirmed: "Bitte bestätigen Sie die E-Mail",
    saveUntitled: "Merken",
    saved: "Merkzettel",
    notSaved: "Das ließ sich nicht merken. Bitte versuchen Sie es noch einmal.",
  },
  fr: {
    notifyMe: "Me prévenir dès que disponible",
    notifyMeWaiting: "Vous êtes sur la liste",
    notifyMeUnconfirmed: "Confirmez l'e-mail que vous avez reçu",
    saveUntitled: "Enregistrer",
    saved: "Mes favoris",
    notSaved: "L'enregistrement a échoué. Veuillez réessayer.",
  },
};

/** What the merchant puts into their pages. `<` is written so that no word can end the script. */
export function snippetOf(words: ElementWords, color: { readonly button: string; readonly text: string } | undefined) {
  const texts = JSON.stringify(words, null, 2).replaceAll("<", "\\u003c").replaceAll("\n", "\n  ");
  const style = color
    ? `<style>\n  :root { --keepsake-accent: ${color.button}; --keepsake-on-accent: ${color.text}; --keepsake-heart: ${color.button} }\n</style>\n`
    : "";
  return `${style}<script>\n  (window.KeepsakeCallbacks ||= []).push((keepsake) => {\n  keepsake.texts = ${texts};\n  });\n</script>`;
}
