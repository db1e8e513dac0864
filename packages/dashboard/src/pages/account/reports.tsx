import { Button, Group, NativeSelect, NumberInput, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Got } from "../../api/call.ts";
import { Failure } from "../../components/failure.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Panel } from "../../components/page.tsx";
import { read, useChange } from "../../session/queries.ts";
import { useSession } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { defineWords, LANGUAGES, useLanguage, useWords } from "../../words/words.ts";

const texts = defineWords({
  en: {
    title: "Reports by email",
    lead: (store: string, email: string) =>
      `About ${store}, to ${email}: who waits, who was notified, clicked and bought, the revenue, what is wanted most, and what needs your attention.`,
    daily: "Every day",
    dailyNote: "In the morning about the day before. Nothing is sent when nothing happened.",
    weekly: "Every week",
    weeklyNote: "On Mondays about the week before.",
    threshold: "When many people wait for a product",
    thresholdNote: "Once for each product, and again only after fewer people waited for it.",
    people: "People waiting",
    language: "Language of the reports",
    saved: "Saved.",
    stop: "Every report has a link that ends them.",
  },
  de: {
    title: "Berichte per E-Mail",
    lead: (store: string, email: string) =>
      `Über ${store}, an ${email}: wer wartet, wer benachrichtigt wurde, geklickt und gekauft hat, der Umsatz, was am meisten gewünscht wird und was Sie sich ansehen sollten.`,
    daily: "Jeden Tag",
    dailyNote: "Morgens über den Tag davor. Ist nichts geschehen, kommt keine Mail.",
    weekly: "Jede Woche",
    weeklyNote: "Montags über die Woche davor.",
    threshold: "Wenn viele auf einen Artikel warten",
    thresholdNote: "Einmal je Artikel; noch einmal erst, wenn zwischendurch weniger gewartet haben.",
    people: "Wartende Personen",
    language: "Sprache der Berichte",
    saved: "Gespeichert.",
    stop: "In jedem Bericht steht ein Link, mit dem Sie ihn abbestellen.",
  },
});

const PATH = "/storeadmin/v3/reports";
const THRESHOLD = 50;
const THRESHOLD_MAX = 1_000_000;

type Reports = Got<typeof PATH>;

/** Which report mails the member wants about the open store. */
export function ReportsPanel() {
  const words = useWords(texts);
  const { kind, store, name } = useSession();
  const isMember = kind === "member" && store !== null;
  const reports = useQuery({ ...read(PATH), enabled: isMember });
  if (!isMember) return null;
  return (
    <Panel title={words.title} lead={words.lead(store.name, name)}>
      <Loaded query={reports} rows={4}>
        {(current) => <ReportsForm current={current} />}
      </Loaded>
    </Panel>
  );
}

function ReportsForm({ current }: { current: Reports }) {
  const words = { ...useWords(common), ...useWords(texts) };
  const own = useLanguage();
  const save = useChange(PATH, { changes: [PATH] });
  const wantsNone = !current.daily && !current.weekly && current.threshold === null;
  const [wanted, setWanted] = useState({
    daily: current.daily,
    weekly: current.weekly,
    threshold: current.threshold,
    language: wantsNone ? own : current.language,
  });
  const change = (next: Partial<typeof wanted>) => {
    save.reset();
    setWanted({ ...wanted, ...next });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(wanted);
      }}
    >
      <Stack gap="md" maw="36rem">
        <Switch
          label={words.daily}
          description={words.dailyNote}
          checked={wanted.daily}
          onChange={({ currentTarget: { checked } }) => change({ daily: checked })}
        />
        <Switch
          label={words.weekly}
          description={words.weeklyNote}
          checked={wanted.weekly}
          onChange={({ currentTarget: { checked } }) => change({ weekly: checked })}
        />
        <Switch
          label={words.threshold}
          description={words.thresholdNote}
          checked={wanted.threshold !== null}
          onChange={({ currentTarget: { checked } }) => change({ threshold: checked ? THRESHOLD : null })}
        />
        {wanted.threshold !== null && (
          <NumberInput
            label={words.people}
            maw="12rem"
            min={1}
            max={THRESHOLD_MAX}
            allowDecimal={false}
            allowNegative={false}
            value={wanted.threshold}
            onChange={(value) => change({ threshold: Math.max(1, Number(value) || 1) })}
          />
        )}
        <NativeSelect
          label={words.language}
          maw="12rem"
          value={wanted.language}
          onChange={({ currentTarget: { value } }) => change({ language: value === "de" ? "de" : "en" })}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        />
        {save.isError && <Failure error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {words.save}
          </Button>
          {save.isSuccess && (
            <Text size="sm" role="status">
              {words.saved}
            </Text>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {words.stop}
        </Text>
      </Stack>
    </form>
  );
}
