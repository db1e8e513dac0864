import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { useChange } from "../../session/queries.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { webhookTexts } from "./webhooks-texts.ts";

const PATH = "/storeadmin/v3/webhooks/rotate-secret";
const OVERLAPS = { day: 86_400, hour: 3_600, week: 604_800, none: 0 } as const;
type Overlap = keyof typeof OVERLAPS;
const overlaps = Object.keys(OVERLAPS) as Overlap[];

export function RotateSecret({ endpoint, onClose }: { endpoint: string; onClose: () => void }) {
  const words = { ...useWords(common), ...useWords(webhookTexts) };
  const [overlap, setOverlap] = useState<Overlap>("day");
  const rotate = useChange(PATH, { changes: ["/storeadmin/v3/webhooks"] });
  const body = { endpoint, overlapSeconds: OVERLAPS[overlap] };
  if (rotate.data) return <SecretDialog title={words.newSecret} secret={rotate.data.secret} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={words.rotate} centered closeButtonProps={{ "aria-label": words.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rotate.mutate(body);
        }}
      >
        <Stack gap="md">
          <Text size="sm">{words.rotateText}</Text>
          <Select
            label={words.overlap}
            data={overlaps.map((value) => ({ value, label: words.overlaps[value] }))}
            value={overlap}
            allowDeselect={false}
            onChange={(value) => setOverlap(overlaps.find((one) => one === value) ?? "day")}
          />
          {rotate.error && <Failure error={rotate.error} />}
          <Group justify="space-between">
            <CopyCurl path={PATH} body={body} />
            <Group gap="sm">
              <Button variant="default" onClick={onClose}>
                {words.cancel}
              </Button>
              <Button type="submit" loading={rotate.isPending}>
                {words.rotateNow}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
