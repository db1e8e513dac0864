import { Grid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BackLink } from "../../components/back-link.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { read } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { PolicyEditor } from "./policy-editor.tsx";
import { editedOf, policyOf, rulesOf, SETTINGS, type Settings } from "./policy-rules.ts";
import { usePolicySentence } from "./policy-sentence.ts";
import { texts } from "./policy-texts.ts";
import { RehearsalPanel } from "./rehearsal-panel.tsx";
import { ReplayPanel } from "./replay-panel.tsx";

export function PolicyPage() {
  const words = useWords(texts);
  const settings = useQuery({ ...read(SETTINGS), refetchOnWindowFocus: false });
  return (
    <Page back={<BackLink to="/restocks">{words.back}</BackLink>} title={words.title} lead={words.lead}>
      <Loaded query={settings} rows={8}>
        {(data) => <Policy key={data.version} settings={data} />}
      </Loaded>
    </Page>
  );
}

function Policy({ settings }: { settings: Settings }) {
  const words = useWords(texts);
  const [edited, setEdited] = useState(() => editedOf(settings));
  const [mayEdit, mayRehearse] = [useMay("settings:write"), useMay("alerts")];
  const rules = rulesOf(edited);
  return (
    <Stack gap="lg">
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Panel title={words.policy} lead={words.policyLead}>
            {mayEdit ? (
              <PolicyEditor settings={settings} edited={edited} onChange={setEdited} />
            ) : (
              <PolicyText settings={settings} />
            )}
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Panel title={words.rehearsal} lead={words.rehearsalLead}>
            {mayRehearse ? <RehearsalPanel rules={rules} /> : <Text c="dimmed">{words.noRehearsal}</Text>}
          </Panel>
        </Grid.Col>
      </Grid>
      {mayRehearse && <ReplayPanel rules={rules} />}
    </Stack>
  );
}

/** The policy for those who may not change it. */
function PolicyText({ settings }: { settings: Settings }) {
  const words = useWords(texts);
  const sentence = usePolicySentence();
  const edited = editedOf(settings);
  return (
    <Stack gap="sm">
      <Text>{sentence(policyOf(rulesOf(edited)))}</Text>
      {edited.requireApproval && <Text>{words.approvalText}</Text>}
      <Text size="sm" c="dimmed">
        {words.readOnly}
      </Text>
    </Stack>
  );
}
