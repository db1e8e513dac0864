import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconHistory, IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CopyCurl } from "../../components/copy.tsx";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { read, useChange } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useWords } from "../../words/words.ts";
import { type Member, MemberTable } from "./member-table.tsx";
import { RoleDialog } from "./role-dialog.tsx";
import { texts } from "./texts.ts";

const MEMBERS = "/storeadmin/v3/members";
const REMOVE = "/storeadmin/v3/members/remove";

type Dialog = { readonly kind: "invite" } | { readonly kind: "role" | "remove"; readonly member: Member };

export function TeamPage() {
  const words = useWords(texts);
  const mayChange = useMay("team");
  const mayAudit = useMay("audit");
  const members = useQuery({ ...read(MEMBERS), enabled: mayChange });
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          {mayAudit && (
            <Button component={Link} to="/team/audit" variant="default" leftSection={<IconHistory size={18} />}>
              {words.audit}
            </Button>
          )}
          {mayChange && (
            <Button leftSection={<IconUserPlus size={18} />} onClick={() => setDialog({ kind: "invite" })}>
              {words.invite}
            </Button>
          )}
        </>
      }
    >
      {mayChange ? (
        <Panel flush>
          <Loaded query={members}>
            {(data) => (
              <MemberTable
                members={data.members}
                onChange={(member) => setDialog({ kind: "role", member })}
                onRemove={(member) => setDialog({ kind: "remove", member })}
              />
            )}
          </Loaded>
        </Panel>
      ) : (
        <Panel>
          <Empty
            title={mayAudit ? words.ownersOnly : words.noAccess}
            text={mayAudit ? words.ownersOnlyText : words.noAccessText}
          />
        </Panel>
      )}
      {dialog?.kind === "invite" && <RoleDialog onClose={close} />}
      {dialog?.kind === "role" && <RoleDialog member={dialog.member} onClose={close} />}
      {dialog?.kind === "remove" && <RemoveDialog email={dialog.member.email} onClose={close} />}
    </Page>
  );
}

function RemoveDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const words = useWords(texts);
  const remove = useChange(REMOVE, { changes: [MEMBERS] });
  return (
    <TypedConfirm
      opened
      onClose={onClose}
      title={words.removeTitle}
      word={words.removeWord}
      button={words.removeOf(email)}
      onConfirm={async () => {
        await remove.mutateAsync({ email });
        notifications.show({ message: words.removed, withCloseButton: false });
      }}
    >
      {words.removeText(email)} <CopyCurl path={REMOVE} body={{ email }} />
    </TypedConfirm>
  );
}
