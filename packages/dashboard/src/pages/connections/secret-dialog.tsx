import { Alert, Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { Snippet } from "../../components/snippet.tsx";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

/** Shows a secret that no call shows again. Only its button closes it, so that a slip loses nothing. */
export function SecretDialog({
  title,
  secret,
  onClose,
  children,
}: {
  title: string;
  secret: string;
  onClose: () => void;
  children?: ReactNode;
}) {
  const words = useWords(texts);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Alert color="orange">{words.secretOnce}</Alert>
        <Snippet text={secret} />
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.stored}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
