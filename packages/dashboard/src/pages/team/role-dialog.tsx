import { Alert, Radio, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { installation } from "../../app/installation.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useChange } from "../../session/queries.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import type { Member } from "./member-table.tsx";
import { texts } from "./texts.ts";

const MEMBERS = "/storeadmin/v3/members";
const ROLES = ["owner", "manager", "support", "viewer"] as const;

/** Invites somebody or, for a member, changes the role. */
export function RoleDialog({ member, onClose }: { member?: Member; onClose: () => void }) {
  const words = { ...useWords(common), ...useWords(texts) };
  const [email, setEmail] = useState(member?.email ?? "");
  const [role, setRole] = useState<Member["role"]>(member?.role ?? "viewer");
  const path = member ? `${MEMBERS}/change-role` : `${MEMBERS}/invite`;
  const change = useChange(path as "/storeadmin/v3/members/invite", { changes: [MEMBERS] });
  const body = { email, role };
  return (
    <FormDialog
      title={member ? words.changeRole : words.invite}
      button={member ? words.save : words.sendInvitation}
      call={{ path, body }}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={() =>
        change.mutate(body, {
          onSuccess: () => {
            const message = member ? words.roleChanged : words.invited(email);
            notifications.show({ message, withCloseButton: false });
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      {member ? (
        <Text size="sm">{member.email}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {words.inviteText}
          </Text>
          <TextInput
            label={words.email}
            type="email"
            autoComplete="off"
            maxLength={254}
            required
            withAsterisk={false}
            data-autofocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </>
      )}
      <Radio.Group label={words.role} description={words.inAllStores} value={role} onChange={setRole}>
        <Stack gap="sm" mt="sm">
          {ROLES.map((one) => (
            <Radio key={one} value={one} label={words.roles[one]} description={words.roleText[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {!member && !installation.canMail && (
        <Alert color="gray">
          <Text size="sm">{words.inviteNoMail}</Text>
        </Alert>
      )}
    </FormDialog>
  );
}
