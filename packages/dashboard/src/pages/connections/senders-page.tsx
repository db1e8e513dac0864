import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../components/loaded.tsx";
import { read } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { ConnectionsFrame } from "./connections-frame.tsx";
import { DnsPanel } from "./dns-panel.tsx";
import { HooksPanel } from "./hooks-panel.tsx";
import { SenderPanel } from "./sender-panel.tsx";
import { TestPanel } from "./test-panel.tsx";

export function SendersPage() {
  const words = useWords(common);
  const senders = useQuery(read("/storeadmin/v3/senders"));
  const mayChange = useMay("settings:write");
  return (
    <ConnectionsFrame>
      {!mayChange && (
        <Text size="sm" c="dimmed">
          {words.readOnly}
        </Text>
      )}
      <Loaded query={senders} rows={10}>
        {({ version, email, sms }) => (
          <>
            <SenderPanel medium="email" sender={email} version={version} />
            <DnsPanel dns={email.dns} provider={email.provider} address={email.address} />
            <SenderPanel medium="sms" sender={sms} version={version} />
            {mayChange && <TestPanel />}
            {mayChange && <HooksPanel />}
          </>
        )}
      </Loaded>
    </ConnectionsFrame>
  );
}
