import { Badge, Box, Button, Group, Modal, ScrollArea, Stack, Table, Text, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Got } from "../../api/call.ts";
import { CopyCurl } from "../../components/copy.tsx";
import { Empty } from "../../components/empty.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Ago } from "../../components/moment.tsx";
import { Panel } from "../../components/page.tsx";
import { useBusy } from "../../components/use-busy.ts";
import { read } from "../../session/queries.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { CodeField } from "./code-field.tsx";
import { editorTexts } from "./editor-texts.ts";
import type { MessageLanguage } from "./languages.ts";

type Version = Got<"/storeadmin/v3/alerts/template/versions">["versions"][number];
type Place = { readonly topic: string; readonly locale: MessageLanguage };

/** The versions of a message. Without `onRestore`, they can only be looked at. */
export function Versions({
  place,
  inUse,
  discards = false,
  onRestore,
}: {
  place: Place;
  /** Its number; 0 when our default message is in use. */
  inUse: number;
  /** Whether going back loses unsaved changes. */
  discards?: boolean;
  onRestore?: (version: Version) => Promise<void>;
}) {
  const words = useWords(editorTexts);
  const versions = useQuery(read("/storeadmin/v3/alerts/template/versions", place));
  const [opened, setOpened] = useState<Version>();
  return (
    <Panel title={words.versions} lead={words.versionsLead} flush>
      <Box>
        <Loaded query={versions}>
          {(data) =>
            data.versions.length === 0 ? (
              <Empty title={words.ours} text={words.noVersions} />
            ) : (
              <VersionTable versions={data.versions} inUse={inUse} onOpen={setOpened} />
            )
          }
        </Loaded>
      </Box>
      {opened && (
        <VersionDialog
          version={opened}
          place={place}
          discards={discards}
          onClose={() => setOpened(undefined)}
          {...(onRestore && opened.version !== inUse ? { onRestore } : {})}
        />
      )}
    </Panel>
  );
}

function VersionTable({
  versions,
  inUse,
  onOpen,
}: {
  versions: readonly Version[];
  inUse: number;
  onOpen: (version: Version) => void;
}) {
  const words = useWords(editorTexts);
  return (
    <ScrollArea.Autosize mah={360} type="auto">
      <Table aria-label={words.versions}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta="right">{words.version}</Table.Th>
            <Table.Th>{words.savedAt}</Table.Th>
            <Table.Th visibleFrom="sm">{words.savedBy}</Table.Th>
            <Table.Th visibleFrom="sm">{words.subject}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{words.look}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {versions.map((one) => (
            <Table.Tr key={`${one.version} ${one.savedAt}`}>
              <Table.Td ta="right" className="ks-number">
                {one.version}
              </Table.Td>
              <Table.Td>
                <Group gap={8}>
                  <Ago at={one.savedAt} />
                  {one.version === inUse && (
                    <Badge variant="light" tt="none" fw={500}>
                      {words.inUse}
                    </Badge>
                  )}
                </Group>
              </Table.Td>
              <Table.Td visibleFrom="sm" maw={220}>
                <Text inherit truncate title={one.savedBy}>
                  {one.savedBy}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm" maw={320}>
                <Text inherit truncate c="dimmed">
                  {one.subject}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={words.lookAt(one.version)}
                  onClick={() => onOpen(one)}
                >
                  {words.look}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

function VersionDialog({
  version,
  place,
  discards,
  onRestore,
  onClose,
}: {
  version: Version;
  place: Place;
  discards: boolean;
  onRestore?: (version: Version) => Promise<void>;
  onClose: () => void;
}) {
  const words = { ...useWords(common), ...useWords(editorTexts) };
  const { busy, error, run } = useBusy();
  const restore = async () => {
    await onRestore?.(version);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={words.versionTitle(version.version)}
      closeButtonProps={{ "aria-label": words.close }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Ago at={version.savedAt} inherit /> · {version.savedBy}
        </Text>
        <CodeField
          label={words.ofVersion(words.subject, version.version)}
          initial={version.subject}
          isOneLine
          isReadOnly
        />
        <Box className="ks-code-body">
          <CodeField label={words.ofVersion(words.body, version.version)} initial={version.source} isReadOnly />
        </Box>
        {error !== undefined && <Failure error={error} />}
        {onRestore && (
          <>
            <Text size="sm">
              {words.restoreText} {discards && words.discards}
            </Text>
            <Group justify="space-between">
              <CopyCurl path="/storeadmin/v3/alerts/template/restore" body={{ ...place, version: version.version }} />
              <Button loading={busy} onClick={() => run(restore)}>
                {words.restore}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
}
