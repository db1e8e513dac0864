import { Badge, Box, Button, Group, Text, TextInput } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { BackLink } from "../../components/back-link.tsx";
import { Empty } from "../../components/empty.tsx";
import { Page, Panel } from "../../components/page.tsx";
import { DownloadCsv, Rows } from "../../components/rows.tsx";
import { useMay } from "../../session/session.ts";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { type AuditEntry, useAuditText } from "./audit-texts.ts";
import { texts } from "./texts.ts";

/** Who did what, a page at a time. The days are in the URL. */
export function AuditPage() {
  const words = useWords(texts);
  const formats = useFormats();
  const auditText = useAuditText();
  const navigate = useNavigate();
  const mayRead = useMay("audit");
  const { from, to } = useSearch({ from: "/shell/team/audit" });
  if (!mayRead)
    return (
      <Page title={words.audit}>
        <Panel>
          <Empty title={words.noAccess} text={words.noAccessText} />
        </Panel>
      </Page>
    );
  const query = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const choose = (name: "from" | "to", day: string) =>
    void navigate({ to: "/team/audit", search: { ...query, [name]: day || undefined }, replace: true });
  const isFiltered = from !== undefined || to !== undefined;
  return (
    <Page
      back={<BackLink to="/team">{words.back}</BackLink>}
      title={words.audit}
      lead={words.auditLead}
      actions={<DownloadCsv path="/storeadmin/v3/audit" query={query} name="audit" />}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          type="date"
          label={words.from}
          value={from ?? ""}
          max={to}
          onChange={(event) => choose("from", event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={words.to}
          value={to ?? ""}
          min={from}
          onChange={(event) => choose("to", event.currentTarget.value)}
        />
        {isFiltered && (
          <Button component={Link} to="/team/audit" variant="subtle">
            {words.allDays}
          </Button>
        )}
      </Group>
      <Panel flush>
        <Rows
          path="/storeadmin/v3/audit"
          query={query}
          label={words.audit}
          rowKey={({ id }) => id}
          columns={[
            { name: words.when, show: ({ at }) => <Box miw="11rem">{formats.time(at)}</Box>, wide: true },
            { name: words.who, show: ({ actor }) => <Who actor={actor} />, wide: true },
            {
              name: words.what,
              show: (entry) => (
                <>
                  <Text size="sm">{auditText(entry)}</Text>
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    {entry.actor.name} · {formats.time(entry.at)}
                  </Text>
                </>
              ),
            },
          ]}
          empty={
            isFiltered ? (
              <Empty title={words.nothing} text={words.nothingText} />
            ) : (
              <Empty title={words.nothingYet} text={words.nothingYetText} />
            )
          }
        />
      </Panel>
    </Page>
  );
}

function Who({ actor: { kind, name } }: { actor: AuditEntry["actor"] }) {
  const words = useWords(texts);
  return (
    <Group gap={6} miw="9rem" maw="18rem">
      <Text size="sm" truncate="end">
        {name}
      </Text>
      {kind !== "member" && (
        <Badge variant="default" tt="none" fw={500}>
          {kind === "key" ? words.key : words.operator}
        </Badge>
      )}
    </Group>
  );
}
