import { Box, Group, SegmentedControl, Stack, Switch, Text } from "@mantine/core";
import { useState } from "react";
import { Lines } from "../../components/loaded.tsx";
import { Panel } from "../../components/page.tsx";
import { PreviewFrame } from "../../components/preview-frame.tsx";
import { useWords } from "../../words/words.ts";
import type { Shown } from "./checked-message.ts";
import { editorTexts } from "./editor-texts.ts";

const LOOKS = ["desktop", "phone", "text"] as const;
type Look = (typeof LOOKS)[number];
const WIDTHS = { desktop: "100%", phone: "375px" };

export function Preview({ shown, hasMistakes }: { shown: Shown | undefined; hasMistakes: boolean }) {
  const words = useWords(editorTexts);
  const [look, setLook] = useState<Look>("desktop");
  const [isDark, setDark] = useState(false);
  const [hasPictures, setPictures] = useState(true);
  return (
    <Panel title={words.preview} lead={hasMistakes && shown ? words.lastGood : words.previewLead}>
      <Stack gap="md">
        <Group gap="md">
          <SegmentedControl
            aria-label={words.shownAs}
            value={look}
            onChange={setLook}
            data={LOOKS.map((value) => ({ value, label: words.looks[value] }))}
          />
          {look !== "text" && (
            <>
              <Switch label={words.dark} checked={isDark} onChange={(event) => setDark(event.currentTarget.checked)} />
              <Switch
                label={words.pictures}
                checked={hasPictures}
                onChange={(event) => setPictures(event.currentTarget.checked)}
              />
            </>
          )}
        </Group>
        {shown && (
          <Text fw={600} data-testid="preview-subject">
            {shown.preview.subject}
          </Text>
        )}
        {!shown && (hasMistakes ? <Text c="dimmed">{words.noPreview}</Text> : <Lines rows={6} />)}
        {shown && look === "text" && (
          <>
            <Text size="sm" c="dimmed">
              {words.textNote}
            </Text>
            <Box component="pre" className="ks-plain-mail">
              {shown.preview.text}
            </Box>
          </>
        )}
        {shown && look !== "text" && (
          <PreviewFrame
            title={words.previewOf(shown.preview.subject)}
            width={WIDTHS[look]}
            fields={{ ...shown.draft, dark: isDark ? "1" : "0", images: hasPictures ? "1" : "0" }}
          />
        )}
      </Stack>
    </Panel>
  );
}
