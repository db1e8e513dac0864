import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { Failure } from "../../components/failure.tsx";
import { Panel } from "../../components/page.tsx";
import { useOpenStore } from "../../session/open-store.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

/** Opens a store for half an hour, to look at it. */
export function OpenReadOnly({ pid }: { pid: string }) {
  const words = useWords(texts);
  const openStore = useOpenStore();
  const [reason, setReason] = useState("");
  return (
    <Panel title={words.open} lead={words.openLead}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          openStore.mutate({ store: pid, reason: reason.trim() });
        }}
      >
        <Stack gap="sm" maw="36rem">
          <TextInput
            label={words.reason}
            description={words.openReason}
            required
            withAsterisk={false}
            maxLength={300}
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          {openStore.isError && <Failure error={openStore.error} />}
          <Group>
            <Button type="submit" variant="default" loading={openStore.isPending} disabled={reason.trim() === ""}>
              {words.openButton}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
