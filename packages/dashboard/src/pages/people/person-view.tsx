import { Alert, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconMailOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { BackLink } from "../../components/back-link.tsx";
import { Empty } from "../../components/empty.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { AlertsPanel } from "./alerts-panel.tsx";
import { ConfirmationNote } from "./confirmation-note.tsx";
import { DataPanel, type Erased } from "./data-panel.tsx";
import { useEventText } from "./event-texts.ts";
import { ConsentsPanel, ListsPanel } from "./lists-panel.tsx";
import type { Person } from "./person.ts";
import { Reveal } from "./reveal.tsx";
import { texts } from "./texts.ts";
import { TimelinePanel } from "./timeline-panel.tsx";
import { WhyPanel } from "./why-panel.tsx";

/** Everything about one person, and what can be done for them. */
export function PersonView({ person, search }: { person: Person; search?: ReactNode }) {
  const words = useWords(texts);
  const formats = useFormats();
  const eventText = useEventText();
  const [revealed, setRevealed] = useState<string>();
  const [erased, setErased] = useState<Erased>();
  if (erased) return <ErasedPage erased={erased} />;

  const { since, account, suppressed } = person;
  const known = [
    since ? words.signedUpSince(formats.day(since)) : words.noAlertsYet,
    account && words.accountSince(formats.day(account.since)),
  ];
  return (
    <Page
      {...(search ? {} : { back: <BackLink to="/people">{words.search}</BackLink> })}
      title={revealed ?? person.address}
      lead={known.filter(Boolean).join(" · ")}
      actions={<Reveal person={person} revealed={revealed} onRevealed={setRevealed} />}
    >
      {search}
      {suppressed && (
        <Alert color="red" icon={<IconMailOff size={20} />}>
          <Text fw={600}>{words.suppressed}</Text>
          {eventText({ text: suppressed.reason, why: suppressed.why })} (
          {words.suppressedSince(formats.day(suppressed.since))})
        </Alert>
      )}
      {person.unconfirmed.length > 0 && person.person && (
        <ConfirmationNote person={person.person} count={person.unconfirmed.length} />
      )}
      {person.person && <WhyPanel person={person} id={person.person} />}
      <AlertsPanel person={person} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <TimelinePanel events={person.timeline} />
        <Stack gap="lg">
          <ConsentsPanel person={person} />
          <ListsPanel lists={person.lists} />
          <AboutPanel person={person} />
        </Stack>
      </SimpleGrid>
      <DataPanel person={person} onErased={setErased} />
    </Page>
  );
}

function AboutPanel({ person: { locale, currency, timeZone, onMailingList, account } }: { person: Person }) {
  const words = useWords(texts);
  const facts: readonly (readonly [string, string | null])[] = [
    [words.language, locale],
    [words.currency, currency],
    [words.timeZone, timeZone],
    [words.mailingList, onMailingList === null ? null : onMailingList ? words.yes : words.no],
    ["regid", account?.regid ?? null],
  ];
  const given = facts.filter(([, value]) => value !== null);
  if (given.length === 0) return null;
  return (
    <Panel title={words.about}>
      <Stack gap="xs">
        {given.map(([name, value]) => (
          <Group key={name} justify="space-between" gap="md">
            <Text size="sm" c="dimmed">
              {name}
            </Text>
            <Text size="sm">{value}</Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}

function ErasedPage({ erased: { state, rows, logged } }: { erased: Erased }) {
  const words = useWords(texts);
  const formats = useFormats();
  const count = Object.values(rows).reduce<number>((sum, one) => sum + Number(one), 0);
  const isErased = state === "erased";
  return (
    <Page title={words.title}>
      <Panel>
        <Empty
          title={isErased ? words.erased : words.erasing}
          text={
            <>
              {isErased ? words.erasedText(formats.number(count)) : words.erasingText}
              {!logged && ` ${words.notLogged}`}
            </>
          }
          action={
            <Button component={Link} to="/people">
              {words.search}
            </Button>
          }
        />
      </Panel>
    </Page>
  );
}
