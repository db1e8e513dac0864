/** Replies that end text messages: the words that the FCC requires, and their translations. */
const STOP_WORDS = new Set(
  [
    "stop stopall stop-all unsubscribe cancel end quit revoke optout opt-out remove",
    "stopp abmelden abbestellen aufhören beenden kündigen", // German
    "arrêt arrêter arrêtez désabonner désinscrire résilier", // French
    "parar pare alto baja cancelar detener", // Spanish
    "ferma fermare basta annulla cancella disiscrivi", // Italian
    "sair remover cancele", // Portuguese
    "stoppen afmelden uitschrijven annuleren", // Dutch
    "stoppa avsluta sluta avregistrera", // Swedish
    "zatrzymaj koniec wypisz rezygnuję anuluj", // Polish
    "dur durdur iptal çık", // Turkish
    "停止 配信停止 解除 退订 退訂 取消", // Japanese, Chinese
  ].flatMap((line) => line.split(" ").map(plain)),
);
const START_WORDS = new Set(["start", "unstop", "resume"].map(plain));
const YES_WORDS = new Set("yes ja oui sí sì sim tak evet はい 是".split(" ").map(plain));
/** In a reply of a few words these may be anywhere: "please stop", "stop texting me". */
const CLEAR_WORDS = new Set(["stop", "unsubscribe"].map(plain));
const FEW_WORDS = 5;
const TEXT_MAX = 1_600;

/** Keeps only letters, in lower case and without accents. */
function plain(text: string) {
  return text
    .normalize("NFKD")
    .replaceAll(/[^\p{L}]/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i");
}

export function readReply(body: string): "stop" | "start" | "yes" | undefined {
  const text = body.slice(0, TEXT_MAX);
  const whole = plain(text);
  if (STOP_WORDS.has(whole)) return "stop";
  if (START_WORDS.has(whole)) return "start";
  if (YES_WORDS.has(whole)) return "yes";
  const words = text.split(/\s+/).map(plain).filter(Boolean);
  return words.length <= FEW_WORDS && words.some((word) => CLEAR_WORDS.has(word)) ? "stop" : undefined;
}
