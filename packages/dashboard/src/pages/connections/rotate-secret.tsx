import { Select, Text } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "../../components/form-dialog.tsx";
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
    <FormDialog
      title={words.rotate}
      button={words.rotateNow}
      call={{ path: PATH, body }}
      isBusy={rotate.isPending}
      error={rotate.error}
      onSubmit={() => rotate.mutate(body)}
      onClose={onClose}
    >
      <Text size="sm">{words.rotateText}</Text>
      <Select
        label={words.overlap}
        data={overlaps.map((value) => ({ value, label: words.overlaps[value] }))}
        value={overlap}
        allowDeselect={false}
        onChange={(value) => setOverlap(overlaps.find((one) => one === value) ?? "day")}
      />
    </FormDialog>
  );
}
