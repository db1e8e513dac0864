import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { callAuth } from "../../api/auth.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useSession } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { Factor } from "./factor.tsx";
import { texts } from "./texts.ts";
import { useFactorChange } from "./use-factor-change.ts";

export function PasswordFactor() {
  const words = useWords(texts);
  const has = useSession().factors?.password === true;
  const [opened, setOpened] = useState(false);
  return (
    <Factor title={words.password} text={words.passwordText} state={has ? words.on : words.off}>
      <Button variant="default" onClick={() => setOpened(true)}>
        {has ? words.changePassword : words.setPassword}
      </Button>
      {opened && <PasswordDialog has={has} onClose={() => setOpened(false)} />}
    </Factor>
  );
}

function PasswordDialog({ has, onClose }: { has: boolean; onClose: () => void }) {
  const words = { ...useWords(common), ...useWords(texts) };
  const { busy, error, start } = useFactorChange();
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  async function save() {
    if (has) await callAuth("/change-password", { currentPassword, newPassword, revokeOtherSessions: true });
    else await callAuth("/set-password", { newPassword });
    onClose();
  }
  const field = { required: true, withAsterisk: false, maxLength: 200 };
  return (
    <FormDialog
      title={has ? words.changePassword : words.setPassword}
      button={words.save}
      isBusy={busy}
      error={error}
      onSubmit={() => start(save, words.passwordSet)}
      onClose={onClose}
    >
      {has && (
        <PasswordInput
          {...field}
          label={words.currentPassword}
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
      )}
      <PasswordInput
        {...field}
        label={words.newPassword}
        autoComplete="new-password"
        minLength={12}
        data-autofocus
        value={newPassword}
        onChange={(event) => setNew(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
