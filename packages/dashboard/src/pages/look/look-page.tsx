import { Grid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { Got } from "../../api/call.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Page } from "../../components/page.tsx";
import { read } from "../../session/queries.ts";
import { useWords } from "../../words/words.ts";
import { ButtonsPanel } from "./buttons-panel.tsx";
import { ChangesPanel } from "./changes-panel.tsx";
import { type Draft, draftOf, type Language } from "./draft.ts";
import type { OwnWords, TextName } from "./element-words.ts";
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
        {(data) => <Editor settings={data} />}
      </Loaded>
    </Page>
  );
}

function Editor({ settings }: { settings: Got<"/storeadmin/v3/settings"> }) {
  const saved = useMemo(() => draftOf(settings), [settings]);
  const [edits, setEdits] = useState<Partial<Omit<Draft, "words">>>({});
  const [typed, setTyped] = useState<Partial<Record<Language, OwnWords>>>({});
  const [chosen, setLanguage] = useState<Language>();
  const draft: Draft = {
    ...saved,
    ...edits,
    words: useMemo(() => {
      const ownIn = (one: Language) => ({ ...saved.words[one], ...typed[one] });
      return { en: ownIn("en"), de: ownIn("de"), fr: ownIn("fr") };
    }, [saved, typed]),
  };
  const language = chosen ?? draft.language;
  const editWord = useCallback(
    (one: Language, name: TextName, text: string) =>
      setTyped((before) => ({ ...before, [one]: { ...before[one], [name]: text } })),
    [],
  );
  function reset() {
    setEdits({});
    setTyped({});
  }
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Stack gap="lg">
          <ShopPanel draft={draft} onEdit={(edit) => setEdits({ ...edits, ...edit })} />
          <ButtonsPanel color={draft.color} language={language} own={draft.words[language]} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <MailPanel draft={draft} />
      </Grid.Col>
      <Grid.Col span={12}>
        <ElementsPanel language={language} onLanguage={setLanguage} own={draft.words[language]} onEdit={editWord} />
      </Grid.Col>
      {/* Stays in sight, whichever field is changed; on a phone it would cover too much of the page. */}
      <Grid.Col span={12} pos={{ base: "static", sm: "sticky" }} bottom={0} style={{ zIndex: 10 }}>
        <ChangesPanel version={settings.version} saved={saved} draft={draft} onDone={reset} />
      </Grid.Col>
    </Grid>
  );
}
