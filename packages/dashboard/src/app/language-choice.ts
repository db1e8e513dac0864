import { createContext, use } from "react";
import type { Language } from "../words/words.ts";

export const ChooseLanguageContext = createContext<(language: Language) => void>(() => undefined);
export const useChooseLanguage = () => use(ChooseLanguageContext);
