import { pino } from "pino";
import { identitySecret } from "../../../packages/service/src/features/stores/store.ts";
import { aDatabase, look } from "../../../packages/service/test/fixtures/database.ts";
import type { RunningService } from "../../../packages/service/test/fixtures/running-service.ts";
import { whenDone } from "../../../packages/service/test/fixtures/when-done.ts";
import type { BigCommerceConfig } from "../src/config.ts";
import { openBigCommerceApp } from "../src/open-bigcommerce-app.ts";
import { CLIENT_ID, startBigCommerce } from "./fake/bigcommerce.ts";

export const APP_URL = "https://keepsake-app.example";
const CONNECTOR_SECRET = "a-connector-secret-for-tests-0123456789abcdef";

/** A BigCommerce, a new store of Keepsake, and the app between them. The app's clock can be moved. */
export async function aBigCommerceShop(keepsake: RunningService) {
  const store = await keepsake.aNotifyingStore();
  const databaseUrl = await aDatabase();
  let aheadMs = 0;
  const clock = () => Date.now() + aheadMs;
  let appUrl = "";
  const bigcommerce = await startBigCommerce({ appUrl: () => appUrl, clock });
  whenDone(() => bigcommerce.close());

  /** Starts a process of the app. BigCommerce calls the one that started last. */
  async function startApp(secrets: readonly [string, ...string[]] = [bigcommerce.secrets[0] ?? ""]) {
    const config: BigCommerceConfig = {
      databaseUrl,
      secrets: [CONNECTOR_SECRET],
      keepsakeUrl: keepsake.url,
      appUrl: APP_URL,
      host: "127.0.0.1",
      port: 0,
      logLevel: "silent",
      reconcileMs: 15 * 60_000,
      holdsMs: 500,
      clientId: CLIENT_ID,
      clientSecrets: secrets,
      apiUrl: bigcommerce.url,
      loginUrl: bigcommerce.url,
    };
    const opened = await openBigCommerceApp(config, { clock, log: pino({ level: "silent" }) });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await opened.close();
      isOpen = false;
    };
    whenDone(close);
    appUrl = await opened.server.listen({ host: "127.0.0.1", port: 0 });
    return { ...opened, close, url: appUrl };
  }

  const count = async (table: string) =>
    (
      await look<{ count: number }>(`select count(*)::int as count from keepsake_connectors.${table}`, [], databaseUrl)
    )[0]?.count ?? 0;
  const install = (app: { url: string }, query = bigcommerce.installQuery()) => fetch(`${app.url}/auth?${query}`);
  async function connect(app: { url: string }, page: string, changes: Record<string, string> = {}) {
    const ticket = /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const secret = identitySecret(await store.record());
    const form = { ticket, pid: store.pid, key: store.key, identitySecret: secret, ...changes };
    return fetch(`${app.url}/connect`, { method: "POST", body: new URLSearchParams(form) });
  }

  return {
    ...keepsake,
    store,
    bigcommerce,
    clock,
    startApp,
    install,
    connect,
    forward: (ms: number) => void (aheadMs += ms),
    stock: () => keepsake.stockOf(store),
    requests: () => count("requests"),
    /** All that the app has stored of the shop. */
    ownRows: async () => {
      const counts = await Promise.all(["installations", "known_variants", "requests"].map(count));
      return counts.reduce((sum, one) => sum + one, 0);
    },
    /** An app that is installed and connected, and has reconciled once. */
    async aConnectedApp() {
      const app = await startApp();
      await connect(app, await (await install(app)).text());
      await app.app.runDue();
      return app;
    },
  };
}
