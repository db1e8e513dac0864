import { Empty } from "../../components/empty.tsx";
import { Panel } from "../../components/page.tsx";
import { useWords } from "../../words/words.ts";
import { ConnectionsFrame } from "./connections-frame.tsx";
import { texts } from "./texts.ts";

/** For somebody whose role does not have the part of the page that the address names. */
export function NoAccess({ text }: { text: string }) {
  const words = useWords(texts);
  return (
    <ConnectionsFrame>
      <Panel>
        <Empty title={words.notForYou} text={text} />
      </Panel>
    </ConnectionsFrame>
  );
}
