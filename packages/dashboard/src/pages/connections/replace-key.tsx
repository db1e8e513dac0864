import { Select, Text } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useChange } from "../../session/queries.ts";
import { common } from "../../words/common.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import type { ApiKey } from "./key-table.tsx";
import { keyTexts } from "./keys-texts.ts";
import { SecretDialog } from "./secret-dialog.tsx";

const PATH = "/storeadmin/v3/keys/rotate";
const OVERLAPS = { hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 } as const;
type Overlap = keyof typeof OVERLAPS;
const overlaps = Object.keys(OVERLAPS) as Overlap[];

/** Makes a new key for an old one, which works for some time beside it. */
export function ReplaceKey({ old, onClose }: { old: ApiKey; onClose: () => void }) {
  const words = { ...useWords(common), ...useWords(keyTexts) };
  const formats = useFormats();
  const [overlap, setOverlap] = useState<Overlap>("day");
  const rotate = useChange(PATH, { changes: ["/storeadmin/v3/keys"] });
  const body = { id: old.id, overlapSeconds: OVERLAPS[overlap] };
  if (rotate.data)
    return (
      <SecretDialog title={words.replaced} secret={rotate.data.key} onClose={onClose}>
        <Text size="sm">{words.replacedText(formats.time(rotate.submittedAt + body.overlapSeconds * 1_000))}</Text>
      </SecretDialog>
    );
  return (
    <FormDialog
      title={words.replaceTitle}
      button={words.replaceNow}
      call={{ path: PATH, body }}
      isBusy={rotate.isPending}
      error={rotate.error}
      onSubmit={() => rotate.mutate(body)}
      onClose={onClose}
    >
      <Text size="sm">{words.replaceText(old.name)}</Text>
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
