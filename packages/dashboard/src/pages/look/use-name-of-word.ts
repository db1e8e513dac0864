import { useLanguage, useWords } from "../../words/words.ts";
import { builtIn, isFirst, type TextName } from "./element-words.ts";
import { texts } from "./texts.ts";

/** What the page calls a word: where it is, or the built-in one in the language of the person. */
export function useNameOfWord() {
  const words = useWords(texts);
  const language = useLanguage();
  return (name: TextName) => (isFirst(name) ? words.word[name] : builtIn[language][name]);
}
