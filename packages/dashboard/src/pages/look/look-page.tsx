import { Grid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { read } from "../../session/queries.ts";
import { useWords } from "../../words/words.ts";
import { ButtonsPanel } from "./buttons-panel.tsx";
import { ChangesPanel } from "./changes-panel.tsx";
import { type Draft, draftOf } from "./draft.ts";
import { ElementsPanel } from "./elements-panel.tsx";
import { MailPanel } from "./mail-panel.tsx";
import { ShopPanel } from "./shop-panel.tsx";
import { texts } from "./texts.ts";

export function LookPage() {
  const words = useWords(texts);
  const settings = useQuery(read("/storeadmin/v3/settings"));
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded query={settings} rows={10}>
        {(data) => <Editor version={data.version} saved={draftOf(data)} />}
      </Loaded>
    </Page>
  );
}

function Editor({ version, saved }: { version: string; saved: Draft }) {
  const [edits, setEdits] = useState<Partial<Draft>>({});
  const draft = { ...saved, ...edits };
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Stack gap="lg">
          <ShopPanel draft={draft} onEdit={(edit) => setEdits({ ...edits, ...edit })} />
          <ChangesPanel version={version} saved={saved} draft={draft} onDone={() => setEdits({})} />
          <ButtonsPanel color={draft.color} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <MailPanel draft={draft} />
      </Grid.Col>
      <Grid.Col span={12}>
        <ElementsPanel color={draft.color} />
      </Grid.Col>
    </Grid>
  );
}
