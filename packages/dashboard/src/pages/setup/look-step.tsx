import { Box, Button, Paper, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Got } from "../../api/call.ts";
import { Loaded } from "../../components/loaded.tsx";
import { read } from "../../session/queries.ts";
import { useWords } from "../../words/words.ts";
import { StepPanel, type StepProps } from "./step-panel.tsx";
import { texts } from "./texts.ts";

const COLOR = "#25524d";

export function LookStep(props: StepProps) {
  const settings = useQuery(read("/storeadmin/v3/settings"));
  return <Loaded query={settings}>{(data) => <LookForm {...props} settings={data} />}</Loaded>;
}

/** The name, colour and logo that shoppers see in mails and on hosted pages. */
function LookForm({ leave, settings: { name, settings } }: StepProps & { settings: Got<"/storeadmin/v3/settings"> }) {
  const words = useWords(texts);
  const [form, setForm] = useState({
    name,
    color: settings.alerts.color ?? COLOR,
    logo: settings.shop.logo ?? "",
  });
  const change = (changed: Partial<typeof form>) => setForm({ ...form, ...changed });
  const isRight = form.name.trim() !== "";
  function save(event: FormEvent) {
    event.preventDefault();
    if (!isRight) return;
    const logo = form.logo.trim();
    leave.goOn({ name: form.name.trim(), alerts: { color: form.color }, shop: { logo: logo || null } });
  }
  return (
    <form onSubmit={save}>
      <StepPanel
        title={words.steps.look}
        lead={words.lookLead}
        isDone={false}
        leave={leave}
        button={
          <Button type="submit" loading={leave.busy} disabled={!isRight}>
            {words.saveAndGoOn}
          </Button>
        }
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <Stack gap="md">
            <TextInput
              label={words.name}
              description={words.nameHint}
              value={form.name}
              maxLength={200}
              required
              withAsterisk={false}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <TextInput
              label={words.color}
              description={words.colorHint}
              type="color"
              value={form.color}
              onChange={(event) => change({ color: event.currentTarget.value })}
            />
            <TextInput
              label={words.logo}
              description={words.logoHint}
              value={form.logo}
              type="url"
              pattern="https://.*"
              maxLength={500}
              placeholder="https://shop.example/logo.png"
              onChange={(event) => change({ logo: event.currentTarget.value })}
            />
          </Stack>
          <LookPreview name={form.name} color={form.color} />
        </SimpleGrid>
      </StepPanel>
    </form>
  );
}

/** Roughly how a mail will look. The page “Look” shows the real one. */
function LookPreview({ name, color }: { name: string; color: string }) {
  const words = useWords(texts);
  return (
    <Box aria-hidden="true">
      <Text size="sm" fw={550} mb={6}>
        {words.preview}
      </Text>
      <Paper p="lg" ta="center" bg="#ffffff" c="#1c1b1a">
        <Text fw={700} truncate>
          {name}
        </Text>
        <Text size="sm" my="sm">
          {words.previewText}
        </Text>
        <Button component="span" color={color} autoContrast>
          {words.previewButton}
        </Button>
      </Paper>
    </Box>
  );
}
