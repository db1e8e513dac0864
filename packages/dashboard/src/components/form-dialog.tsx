import { Button, Group, Modal, type ModalProps, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import { CopyCurl } from "./copy.tsx";
import { Failure } from "./failure.tsx";

/** A dialog with a form that makes one call. It is opened by being shown, and whoever shows it closes it. */
export function FormDialog({
  title,
  button,
  cancel,
  isDangerous = false,
  call,
  size = "md",
  isBusy,
  isReady = true,
  error,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  button: string;
  /** The button that closes the dialog, if it is not "Cancel". */
  cancel?: string;
  /** Whether the button takes something away. */
  isDangerous?: boolean;
  /** What the button calls, for a terminal. A route for signing in works only in a browser. */
  call?: { readonly path: string; readonly body: object };
  size?: ModalProps["size"];
  isBusy: boolean;
  /** Whether what the person has entered can be sent. */
  isReady?: boolean;
  error?: unknown;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const words = useWords(common);
  return (
    <Modal opened onClose={onClose} title={title} centered size={size} closeButtonProps={{ "aria-label": words.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack gap="md">
          {children}
          {error ? <Failure error={error} /> : null}
          <Group justify={call ? "space-between" : "flex-end"}>
            {call && <CopyCurl {...call} />}
            <Group gap="sm">
              <Button variant="default" onClick={onClose}>
                {cancel ?? words.cancel}
              </Button>
              <Button type="submit" loading={isBusy} disabled={!isReady} {...(isDangerous ? { color: "red" } : {})}>
                {button}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
