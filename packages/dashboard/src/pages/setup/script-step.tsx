import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { installation } from "../../app/installation.ts";
import { read } from "../../session/queries.ts";
import { useSession } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { CodeBlock } from "./code-block.tsx";
import { EXAMPLE } from "./example.ts";
import { StepPanel, type StepProps } from "./step-panel.tsx";
import { texts } from "./texts.ts";
import { Watched } from "./watched.tsx";

const PRODUCT = `epi="${EXAMPLE.epi}" empi="${EXAMPLE.empi}" du="https://shop.example/p/jacket" title="Jacket"`;
const ELEMENTS = `<keepsake-heart ${PRODUCT} price="245"></keepsake-heart>
<keepsake-notify-me ${PRODUCT} available="false"></keepsake-notify-me>`;

/** The script tag, and the wait for the first heart. */
export function ScriptStep({ state, leave }: StepProps) {
  const words = useWords(texts);
  const { store } = useSession();
  const { data: connections } = useQuery(read("/storeadmin/v3/connections"));
  const origin = connections?.script.origins[0]?.origin;
  const tag = `<script async src="${installation.publicUrl}/keepsake.js" data-pid="${store?.pid ?? ""}"></script>`;
  return (
    <StepPanel title={words.steps.script} lead={words.scriptLead} isDone={state === "done"} leave={leave}>
      <CodeBlock label={words.tag} code={tag} />
      <Stack gap={6}>
        <CodeBlock label={words.elements} code={ELEMENTS} />
        <Text size="sm" c="dimmed">
          {words.elementsHint}
        </Text>
      </Stack>
      <Stack gap="xs">
        <Watched
          isSeen={state === "done"}
          waiting={origin ? words.heartAfterScript(origin) : words.heartWaiting}
          seen={origin ? words.heartSeenAt(origin) : words.heartSeen}
        />
        <Text size="sm" c="dimmed">
          {words.heartHint}
        </Text>
      </Stack>
    </StepPanel>
  );
}
