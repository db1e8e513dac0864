import { Button, Group, Modal, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { editorTexts } from "./editor-texts.ts";

/** Asks before somebody leaves with unsaved changes, by a link or by closing the tab. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const words = { ...useWords(common), ...useWords(editorTexts) };
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === "blocked"}
      onClose={() => reset?.()}
      title={words.leaveTitle}
      centered
      closeButtonProps={{ "aria-label": words.close }}
    >
      <Text size="sm">{words.leaveText}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => proceed?.()}>
          {words.leave}
        </Button>
        <Button onClick={() => reset?.()} data-autofocus>
          {words.stay}
        </Button>
      </Group>
    </Modal>
  );
}
