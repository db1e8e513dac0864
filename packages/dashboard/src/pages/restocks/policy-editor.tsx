import { Button, Checkbox, Group, Radio, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { useChange } from "../../session/queries.ts";
import { useWords } from "../../words/words.ts";
import { PolicyFields } from "./policy-fields.tsx";
import { changesOf, type Edited, editedOf, SETTINGS, type Settings, WAYS, wayOf, withWay } from "./policy-rules.ts";
import { texts } from "./policy-texts.ts";

const UPDATE = "/storeadmin/v3/settings/update";

/** The policy in sentences with fields in them. */
export function PolicyEditor({
  settings,
  edited,
  onChange,
}: {
  settings: Settings;
  edited: Edited;
  onChange: (edited: Edited) => void;
}) {
  const words = useWords(texts);
  const client = useQueryClient();
  const save = useChange(UPDATE, { changes: [SETTINGS], headers: () => ({ "if-match": `"${settings.version}"` }) });
  const stored = editedOf(settings);
  const alerts = changesOf(stored, edited);
  const isChanged = Object.keys(alerts).length > 0;
  const saveIt = () => save.mutate({ alerts }, { onSuccess: () => notifications.show({ message: words.saved }) });
  return (
    <Stack gap="lg">
      <Radio.Group
        label={words.way}
        value={wayOf(edited)}
        onChange={(chosen) => {
          const way = WAYS.find((name) => name === chosen);
          if (way) onChange(withWay(edited, way));
        }}
      >
        <Stack gap="sm" mt="xs">
          {WAYS.map((way) => (
            <Radio key={way} value={way} label={words.ways[way]} description={words.whys[way]} />
          ))}
        </Stack>
      </Radio.Group>
      <PolicyFields edited={edited} onChange={onChange} />
      <Checkbox
        label={words.approval}
        description={words.approvalText}
        checked={edited.requireApproval}
        onChange={(event) => onChange({ ...edited, requireApproval: event.currentTarget.checked })}
      />
      {save.error && (
        <Failure error={save.error} onRetry={() => void client.invalidateQueries({ queryKey: [SETTINGS] })} />
      )}
      <Group gap="sm">
        <Button disabled={!isChanged} loading={save.isPending} onClick={saveIt}>
          {words.save}
        </Button>
        {isChanged && (
          <>
            <Button variant="default" onClick={() => onChange(stored)}>
              {words.undo}
            </Button>
            <CopyCurl path={UPDATE} body={{ alerts }} />
          </>
        )}
      </Group>
    </Stack>
  );
}
