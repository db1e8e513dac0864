import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../components/loaded.tsx";
import { read } from "../../session/queries.ts";
import { ConnectionsFrame } from "./connections-frame.tsx";
import { ConnectorPanels } from "./connector-panels.tsx";
import { MarketsPanel } from "./markets-panel.tsx";
import { OriginsPanel } from "./origins-panel.tsx";
import { ReportsPanel } from "./reports-panel.tsx";
import { ScriptPanel } from "./script-panel.tsx";

const [SOON_MS, LATER_MS] = [2_000, 30_000];

export function ConnectionsPage() {
  const connections = useQuery({
    ...read("/storeadmin/v3/connections"),
    refetchInterval: ({ state }) => (state.data?.script.firstSeen && state.data.stock.lastReport ? LATER_MS : SOON_MS),
  });
  const settings = useQuery(read("/storeadmin/v3/settings"));
  return (
    <ConnectionsFrame>
      <Loaded query={connections} rows={8}>
        {(seen) => (
          <>
            <ScriptPanel seen={seen.script} />
            <ConnectorPanels connectors={seen.connectors} />
            <ReportsPanel seen={seen} />
            <Loaded query={settings}>
              {({ version, settings: { origins, markets } }) => (
                <>
                  <MarketsPanel version={version} markets={markets} />
                  <OriginsPanel
                    version={version}
                    origins={origins}
                    seen={seen.script.origins.map(({ origin }) => origin)}
                  />
                </>
              )}
            </Loaded>
          </>
        )}
      </Loaded>
    </ConnectionsFrame>
  );
}
