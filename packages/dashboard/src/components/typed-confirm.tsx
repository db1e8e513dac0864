import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import { Failure } from "./failure.tsx";

/** Asks before something that cannot be undone. The person types `word`. */
export function TypedConfirm({
  opened,
  onClose,
  title,
  word,
  button,
  isReady = true,
  onConfirm,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  word: string;
  button: string;
  /** False while something that is asked above the word is missing. */
  isReady?: boolean;
  onConfirm: () => Promise<unknown>;
  children: ReactNode;
}) {
  const words = useWords(common);
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  function close() {
    setTyped("");
    setError(undefined);
    onClose();
  }
  async function confirm() {
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm();
      close();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Modal opened={opened} onClose={close} title={title} centered closeButtonProps={{ "aria-label": words.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && typed.trim() === word) void confirm();
        }}
      >
        <Stack gap="md">
          <Text size="sm" component="div">
            {children}
          </Text>
          <TextInput
            label={words.typeToConfirm(word)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          {error !== undefined && <Failure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" color="red" disabled={!isReady || typed.trim() !== word} loading={busy}>
              {button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
