import type { ReactNode } from "react";
import { Empty } from "../../components/empty.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { useSession } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

/** Shows a page to operators; everybody else reads that it is not for them. */
export function OperatorsOnly({ children }: { children: ReactNode }) {
  const words = useWords(texts);
  if (useSession().isOperator) return children;
  return (
    <Page title={words.title}>
      <Panel>
        <Empty title={words.onlyOperators} text="" />
      </Panel>
    </Page>
  );
}
