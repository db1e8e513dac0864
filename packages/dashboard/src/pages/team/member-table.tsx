import { Badge, Button, Group, ScrollArea, Table, Text, Tooltip } from "@mantine/core";
import type { Got } from "../../api/call.ts";
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
  return (
    <ScrollArea type="auto">
      <Table aria-label={words.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.member}</Table.Th>
            <Table.Th>{words.role}</Table.Th>
            <Table.Th>{words.secondFactor}</Table.Th>
            <Table.Th>{words.joined}</Table.Th>
            <Table.Th>{words.actions}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map((member) => (
            <Table.Tr key={member.email}>
              <Table.Td miw="11rem" maw="20rem">
                <Text size="sm" fw={550} truncate="end" title={member.email}>
                  {member.email}
                </Text>
                {member.email === session.id && (
                  <Text size="xs" c="dimmed">
                    {words.you}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{words.roles[member.role]}</Table.Td>
              <Table.Td>
                <Factor has={member.secondFactor} />
              </Table.Td>
              <Table.Td miw="8rem">{member.joinedAt ? formats.day(member.joinedAt) : words.pending}</Table.Td>
              <Table.Td>
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
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
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
