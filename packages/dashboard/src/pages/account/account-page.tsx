import { Alert, Divider, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconShieldExclamation } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useChooseLanguage } from "../../app/language-choice.ts";
import { Page, Panel } from "../../components/page.tsx";
import { useSession } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { LANGUAGES, type Language, useLanguage, useWords } from "../../words/words.ts";
import { AppFactor } from "./app-factor.tsx";
import { Passkeys } from "./passkeys.tsx";
import { PasswordFactor } from "./password-factor.tsx";
import { ReportsPanel } from "./reports.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { texts } from "./texts.ts";

export function AccountPage() {
  const words = useWords(texts);
  const { factors } = useSession();
  const hasNone = factors && !factors.app && !factors.passkey && !factors.password;
  return (
    <Page title={words.title} lead={words.lead}>
      {hasNone && (
        <Alert color="yellow" icon={<IconShieldExclamation size={20} />}>
          <Text fw={600}>{words.protect}</Text>
          <Text size="sm" maw="80ch">
            {words.protectText}
          </Text>
        </Alert>
      )}
      <ProfilePanel />
      <Panel title={words.signIn} lead={words.signInLead}>
        <Stack gap="md">
          <Passkeys />
          <Divider />
          <AppFactor />
          <Divider />
          <PasswordFactor />
        </Stack>
      </Panel>
      <ReportsPanel />
      <SessionsPanel />
    </Page>
  );
}

function ProfilePanel() {
  const words = { ...useWords(common), ...useWords(texts) };
  const { name, role } = useSession();
  const language = useLanguage();
  const chooseLanguage = useChooseLanguage();
  return (
    <Panel title={words.profile}>
      <Stack gap="md">
        <Fact name={words.email} hint={words.emailHint}>
          {name}
        </Fact>
        <Fact name={words.role}>{role ? words.roles[role] : words.operator}</Fact>
        <Group justify="space-between" gap="sm">
          <Text size="sm" fw={600}>
            {words.language}
          </Text>
          <SegmentedControl
            aria-label={words.language}
            value={language}
            onChange={(chosen) => chooseLanguage(chosen as Language)}
            data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          />
        </Group>
      </Stack>
    </Panel>
  );
}

function Fact({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </div>
      <Text size="sm">{children}</Text>
    </Group>
  );
}
