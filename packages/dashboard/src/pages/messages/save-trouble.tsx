import { Alert, Button, Group, Text } from "@mantine/core";
import { ApiError } from "../../api/api-error.ts";
import { Failure } from "../../components/failure.tsx";
import { useWords } from "../../words/words.ts";
import { editorTexts } from "./editor-texts.ts";
import { problemsIn } from "./problems.ts";

/** Why a message was not saved, and the ways on when a colleague was faster. */
export function SaveTrouble({
  error,
  onLoadTheirs,
  onSaveOver,
}: {
  error: unknown;
  onLoadTheirs: () => void;
  onSaveOver: () => void;
}) {
  const words = useWords(editorTexts);
  if (!error) return null;
  if (problemsIn(error))
    return (
      <Alert role="alert" color="red">
        {words.notSaved}
      </Alert>
    );
  if (!(error instanceof ApiError) || error.type !== "changed-meanwhile") return <Failure error={error} />;
  return (
    <Alert role="alert" color="orange">
      <Text size="sm">{words.changedMeanwhile}</Text>
      <Group mt="sm" gap="sm">
        <Button size="compact-sm" variant="default" onClick={onLoadTheirs}>
          {words.loadTheirs}
        </Button>
        <Button size="compact-sm" onClick={onSaveOver}>
          {words.saveOver}
        </Button>
      </Group>
    </Alert>
  );
}
