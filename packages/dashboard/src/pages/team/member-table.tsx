import { Badge, Button, Group, Text, Tooltip } from "@mantine/core";
import type { Got } from "../../api/call.ts";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { useSession } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { texts } from "./texts.ts";

export type Member = Got<"/storeadmin/v3/members">["members"][number];

export function MemberTable({
  members,
  onChange,
  onRemove,
}: {
  members: readonly Member[];
  onChange: (member: Member) => void;
  onRemove: (member: Member) => void;
}) {
  const words = { ...useWords(common), ...useWords(texts) };
  const formats = useFormats();
  const session = useSession();
  const columns: Column<Member>[] = [
    {
      name: words.member,
      minWidth: "11rem",
      maxWidth: "20rem",
      show: ({ email }) => (
        <>
          <Text size="sm" fw={550} truncate="end" title={email}>
            {email}
          </Text>
          {email === session.id && (
            <Text size="xs" c="dimmed">
              {words.you}
            </Text>
          )}
        </>
      ),
    },
    { name: words.role, show: ({ role }) => words.roles[role] },
    { name: words.secondFactor, show: ({ secondFactor }) => <Factor has={secondFactor} /> },
    {
      name: words.joined,
      minWidth: "8rem",
      show: ({ joinedAt }) => (joinedAt ? formats.day(joinedAt) : words.pending),
    },
    {
      name: words.actions,
      show: (member) => (
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.changeRoleOf(member.email)}
            onClick={() => onChange(member)}
          >
            {words.changeRole}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={words.removeOf(member.email)}
            onClick={() => onRemove(member)}
          >
            {words.remove}
          </Button>
        </Group>
      ),
    },
  ];
  return <DataTable columns={columns} rows={members} rowKey={({ email }) => email} label={words.title} />;
}

function Factor({ has }: { has: boolean }) {
  const words = useWords(texts);
  const badge = (
    <Badge variant="dot" color={has ? "fir" : "red"} tt="none" fw={500} miw="max-content">
      {has ? words.hasFactor : words.noFactor}
    </Badge>
  );
  return has ? badge : <Tooltip label={words.noFactorHint}>{badge}</Tooltip>;
}
