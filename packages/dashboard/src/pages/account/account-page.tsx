import { Page } from "../../components/page.tsx";
import { useWords } from "../../words/words.ts";
import { ReportsPanel } from "./reports.tsx";
import { texts } from "./texts.ts";

export function AccountPage() {
  const words = useWords(texts);
  return (
    <Page title={words.title}>
      <ReportsPanel />
    </Page>
  );
}
