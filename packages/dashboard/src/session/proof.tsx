import { type ComponentType, useEffect, useRef, useState } from "react";
import { onProofNeeded } from "../api/call.ts";
import type { ProofDialogProps } from "./proof-dialog.tsx";

/** Opens the dialog when a call needs a fresh proof. Calls that ask meanwhile wait for the same answer. The first page does
 *  without the dialog, so it is loaded when it is first needed. */
export function Proof() {
  const [Dialog, setDialog] = useState<ComponentType<ProofDialogProps>>();
  const [opened, setOpened] = useState(false);
  const waiting = useRef<((isProven: boolean) => void)[]>([]);

  useEffect(() => {
    onProofNeeded(async () => {
      const loaded = await import("./proof-dialog.tsx").catch(() => undefined);
      if (!loaded) return false;
      setDialog(() => loaded.ProofDialog);
      setOpened(true);
      return new Promise((resolve) => waiting.current.push(resolve));
    });
  }, []);

  function end(isProven: boolean) {
    setOpened(false);
    for (const resolve of waiting.current.splice(0)) resolve(isProven);
  }
  return Dialog && <Dialog opened={opened} onEnd={end} />;
}
