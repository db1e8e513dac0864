import { Page } from "../../components/page.tsx";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

export function KeysPage() {
  const words = useWords(texts);
  return <Page title={words.title}>{null}</Page>;
}
