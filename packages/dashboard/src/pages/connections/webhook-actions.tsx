import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { useChange } from "../../session/queries.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { RotateSecret } from "./rotate-secret.tsx";
import { SendExample } from "./send-example.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import type { Webhook } from "./webhook-state.tsx";
import { webhookTexts } from "./webhooks-texts.ts";

const CHANGES = ["/storeadmin/v3/webhooks"] as const;
const UPDATE = "/storeadmin/v3/webhooks/update";
const DISABLE = "/storeadmin/v3/webhooks/disable";
const DELETE = "/storeadmin/v3/webhooks/delete";

/** The buttons of an endpoint's page, and the dialogs that they open. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const words = { ...useWords(common), ...useWords(webhookTexts) };
  const { endpoint } = webhook;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [opened, setOpened] = useState<"example" | "edit" | "rotate" | "disable" | "delete">();
  const close = () => setOpened(undefined);
  const update = useChange(UPDATE, { changes: CHANGES });
  const disable = useChange(DISABLE, { changes: CHANGES });
  const enable = useChange("/storeadmin/v3/webhooks/enable", { changes: CHANGES });
  const remove = useChange(DELETE);
  return (
    <>
      {webhook.state === "disabled" ? (
        <Button loading={enable.isPending} onClick={() => enable.mutate({ endpoint })}>
          {words.enable}
        </Button>
      ) : (
        <Button onClick={() => setOpened("example")}>{words.sendExample}</Button>
      )}
      <Button variant="default" onClick={() => setOpened("edit")}>
        {words.edit}
      </Button>
      <Button variant="default" onClick={() => setOpened("rotate")}>
        {words.rotate}
      </Button>
      {webhook.state !== "disabled" && (
        <Button variant="default" onClick={() => setOpened("disable")}>
          {words.disable}
        </Button>
      )}
      <Button variant="subtle" color="red" onClick={() => setOpened("delete")}>
        {words.remove}
      </Button>
      {enable.error && <Failure error={enable.error} />}

      {opened === "example" && <SendExample webhook={webhook} onClose={close} />}
      {opened === "rotate" && <RotateSecret endpoint={endpoint} onClose={close} />}
      {opened === "edit" && (
        <WebhookForm
          title={words.editTitle}
          button={words.save}
          path={UPDATE}
          addToBody={{ endpoint }}
          start={webhook}
          isBusy={update.isPending}
          error={update.error}
          onSubmit={(fields) => update.mutate({ endpoint, ...fields }, { onSuccess: close })}
          onClose={close}
        />
      )}
      <TypedConfirm
        opened={opened === "disable"}
        onClose={close}
        title={words.disableTitle}
        word={words.disable}
        button={words.disable}
        onConfirm={() => disable.mutateAsync({ endpoint })}
      >
        {words.disableText} <CopyCurl path={DISABLE} body={{ endpoint }} />
      </TypedConfirm>
      <TypedConfirm
        opened={opened === "delete"}
        onClose={close}
        title={words.removeTitle}
        word={words.removeWord}
        button={words.remove}
        onConfirm={async () => {
          await remove.mutateAsync({ endpoint });
          await navigate({ to: "/connections/webhooks" });
          await client.invalidateQueries({ queryKey: CHANGES });
        }}
      >
        {words.removeText} <CopyCurl path={DELETE} body={{ endpoint }} />
      </TypedConfirm>
    </>
  );
}
