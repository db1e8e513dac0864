import { Button, Group, Stack, Text } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { post } from "../../api/call.ts";
import { Copy, CopyCurl } from "../../components/copy.tsx";
import { Failure } from "../../components/failure.tsx";
import { useBusy } from "../../components/use-busy.ts";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import type { Person } from "./person.ts";
import { texts } from "./texts.ts";

/** A masked address has this sign. */
const MASK = "…";

/** Shows the address of a person to somebody who may see one. Each time is in the audit log. */
export function Reveal({
  person: { person, address },
  revealed,
  onRevealed,
}: {
  person: Person;
  revealed: string | undefined;
  onRevealed: (address: string) => void;
}) {
  const words = useWords(texts);
  const { busy, error, run } = useBusy();
  const mayReveal = useMay("people:reveal");
  const shown = revealed ?? (address.includes(MASK) ? undefined : address);
  if (shown) return <Copy text={shown} />;
  if (!mayReveal || !person) return null;
  const body = { person };
  return (
    <Stack gap={4} align="flex-end">
      <Group gap="xs">
        <CopyCurl path="/storeadmin/v3/people/reveal" body={body} />
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconEye size={18} />}
          onClick={() => run(async () => onRevealed((await post("/storeadmin/v3/people/reveal", body)).address))}
        >
          {words.reveal}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {words.revealNote}
      </Text>
      {error !== undefined && <Failure error={error} />}
    </Stack>
  );
}
