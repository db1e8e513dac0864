import { Empty } from "../../components/empty.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

/** For a role that may not look at people. */
export function NoAccess() {
  const words = useWords(texts);
  return (
    <Page title={words.title}>
      <Panel>
        <Empty title={words.noAccess} text={words.noAccessText} />
      </Panel>
    </Page>
  );
}
