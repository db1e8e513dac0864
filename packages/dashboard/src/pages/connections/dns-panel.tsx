import { Badge, Box, Button, Code, Group, Stack, Text } from "@mantine/core";
import type { Got } from "../../api/call.ts";
import { Copy, CopyCurl } from "../../components/copy.tsx";
import { Empty } from "../../components/empty.tsx";
import { Failure } from "../../components/failure.tsx";
import { Panel } from "../../components/page.tsx";
import { useChange } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useFormats } from "../../words/formats.ts";
import { useSayWhy } from "../../words/why.ts";
import { useWords } from "../../words/words.ts";
import { dnsTexts, recordValueTexts } from "./dns-texts.ts";
import { senderTexts } from "./senders-texts.ts";

const CHECK = "/storeadmin/v3/senders/check-dns";
const ROTATE = "/storeadmin/v3/senders/rotate-dkim";
const CHANGES = ["/storeadmin/v3/senders", "/storeadmin/v3/problems"] as const;

type Dns = Got<"/storeadmin/v3/senders">["email"]["dns"];
type DnsRecord = Dns["records"][number];

/** The records that the sender's domain needs, to copy, and what the last check found. */
export function DnsPanel({ dns, provider, address }: { dns: Dns; provider: string | null; address: string | null }) {
  const words = useWords(senderTexts);
  const formats = useFormats();
  const mayChange = useMay("settings:write");
  const check = useChange(CHECK, { changes: CHANGES });
  const rotate = useChange(ROTATE, { changes: CHANGES });
  return (
    <Panel
      title={words.dns}
      lead={`${words.dnsLead} ${dns.checkedAt ? words.checkedAt(formats.ago(dns.checkedAt)) : words.neverChecked}`}
      actions={
        mayChange && (
          <>
            <CopyCurl path={CHECK} body={{}} />
            <Button
              variant="default"
              disabled={!address}
              loading={check.isPending}
              onClick={() => check.mutate(undefined)}
            >
              {words.check}
            </Button>
          </>
        )
      }
    >
      <Stack gap="lg">
        {check.error && <Failure error={check.error} />}
        {dns.records.length === 0 ? (
          <Empty title={words.noDns} text={words.noDnsText} />
        ) : (
          dns.records.map((record) => (
            <Entry key={`${record.purpose} ${record.name} ${record.value}`} record={record} />
          ))
        )}
        {mayChange && provider === "smtp" && dns.records.length > 0 && (
          <Stack gap={6} align="flex-start">
            <Text size="sm" c="dimmed" maw="70ch">
              {words.rotateText}
            </Text>
            <Group gap="xs">
              <Button
                variant="default"
                size="compact-sm"
                loading={rotate.isPending}
                onClick={() => rotate.mutate(undefined)}
              >
                {words.rotate}
              </Button>
              <CopyCurl path={ROTATE} body={{}} />
            </Group>
            {rotate.error && <Failure error={rotate.error} />}
            {rotate.data && (
              <Box w="100%" mt="sm">
                <Text size="sm" fw={600} role="status" mb={6}>
                  {words.rotated}
                </Text>
                {!dns.records.some(({ name }) => name === rotate.data.record.name) && (
                  <Entry record={rotate.data.record} />
                )}
              </Box>
            )}
          </Stack>
        )}
      </Stack>
    </Panel>
  );
}

const COLORS = { ok: "green", missing: "orange", wrong: "red", unknown: "gray" } as const;
type State = keyof typeof COLORS;
const stateOf = (text: string): State => (text === "ok" || text === "missing" || text === "wrong" ? text : "unknown");

function Entry({ record }: { record: DnsRecord }) {
  const { purpose, type, name, state } = record;
  const words = useWords(senderTexts);
  const { problem, fix } = useSayWhy(dnsTexts)(record.why) ?? record;
  const value = useSayWhy(recordValueTexts)(record.valueWhy) ?? record.value;
  const title = Object.entries(words.purposes).find(([one]) => one === purpose)?.[1] ?? purpose;
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <Text fw={600} size="sm">
          {title}
        </Text>
        <Badge variant="dot" tt="none" color={COLORS[stateOf(state)]}>
          {words.states[stateOf(state)]}
        </Badge>
      </Group>
      {problem && (
        <Text size="sm">
          {problem} {fix}
        </Text>
      )}
      <Group gap="xs" align="flex-start">
        <Code flex="1 1 18rem" className="ks-code">
          {type} {name}
        </Code>
        <Copy text={name} label={words.copyName(type)} />
      </Group>
      {/* The value of an MX record is a sentence: which server, only the merchant knows. */}
      {value && (
        <Group gap="xs" align="flex-start">
          <Code flex="1 1 18rem" className="ks-code">
            {value}
          </Code>
          {type !== "MX" && <Copy text={value} label={words.copyValue(purpose)} />}
        </Group>
      )}
    </Stack>
  );
}
