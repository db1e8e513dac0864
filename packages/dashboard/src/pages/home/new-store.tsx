import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Empty } from "../../components/empty.tsx";
import { LookAround } from "../../components/look-around.tsx";
import { Panel } from "../../components/page.tsx";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { setupLink } from "../setup/setup-link.ts";
import { nextStepOf, type SetupProgress } from "../setup/setup-progress.ts";
import { texts } from "./texts.ts";

/** Home of a store of which nothing was seen yet. */
export function NewStore({ progress }: { progress: SetupProgress }) {
  const words = useWords(texts);
  const may = useMay("settings:write");
  return (
    <>
      <Panel>
        <Empty
          title={words.newTitle}
          text={may ? words.newText : words.newTextForOthers}
          action={
            may && (
              <Button component={Link} {...setupLink(nextStepOf(progress) ?? "look")}>
                {words.newAction}
              </Button>
            )
          }
        />
      </Panel>
      <LookAround />
    </>
  );
}
