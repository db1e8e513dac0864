import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { getFreePort } from "../../engines/get-free-port.ts";
import type { Postgres } from "../../engines/postgres.ts";
import { startSmtpSink } from "../../engines/smtp-sink.ts";
import type { Door } from "./platform.ts";
import { runProgram, startProgram } from "./program.ts";

const SERVICE = fileURLToPath(new URL("../../packages/service/", import.meta.url));

export type Mail = { readonly to: string; readonly text: string };
export type Keepsake = Awaited<ReturnType<typeof startKeepsake>>;

/** The real service, API and worker, with a mail server that keeps what it receives. */
export async function startKeepsake(postgres: Postgres) {
  const mails: Mail[] = [];
  const sink = await startSmtpSink({ onMail: (to, source) => void mails.push({ to, text: decode(source) }) });
  const [port, opsPort] = [await getFreePort(), await getFreePort()];
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: await postgres.createDatabase("keepsake"),
    KEEPSAKE_ALLOW_PRIVILEGED_LOGIN: "on",
    KEEPSAKE_SECRET: randomBytes(32).toString("base64url"),
    KEEPSAKE_LOG_LEVEL: "warn",
    KEEPSAKE_PORT: String(port),
    KEEPSAKE_OPS_PORT: String(opsPort),
    KEEPSAKE_PUBLIC_URL: url,
    KEEPSAKE_SMTP_URL: sink.url,
    KEEPSAKE_DRAIN_MS: "0",
    KEEPSAKE_TRUST_PROXY: "none",
  };
  const run = (...args: string[]) =>
    runProgram({ name: `keepsake ${args[0]}`, cwd: SERVICE, command: ["node", "src/main.ts", ...args], env });
  await run("migrate");
  const program = await startProgram({
    name: "Keepsake",
    cwd: SERVICE,
    command: ["node", "src/main.ts"],
    env,
    isReady: () =>
      fetch(`http://127.0.0.1:${port}/livez`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });

  return {
    url,
    mails,
    /** A new store, as an operator makes it, with a key for the connector and one for the shop's own server. */
    async createStore(name: string, rules: readonly string[] = []): Promise<{ door: Door; server: Server }> {
      const { pid } = JSON.parse(await run("store", "create", "--json", "--name", name)) as { pid: string };
      if (rules.length > 0) await run("store", "set", "--json", "--pid", pid, "--set", ...rules);
      const createKey = async (scopes: string) => {
        const made = await run("key", "create", "--json", "--pid", pid, "--name", scopes, "--scopes", scopes);
        return (JSON.parse(made) as { key: string }).key;
      };
      const door = { url, pid, key: await createKey("catalog,orders,alerts") };
      return { door, server: createServer({ url, pid, key: await createKey("admin") }) };
    },
    async stop() {
      await program.stop();
      await sink.close();
    },
  };
}

export type Server = ReturnType<typeof createServer>;
type Named = { readonly variantId: string; readonly productId: string };
type Item = {
  readonly epi: string;
  readonly du: string | null;
  readonly stk: number | null;
};

/** What the shop's server, and a shopper's browser, ask Keepsake. */
function createServer({ url, pid, key }: Door) {
  const authorization = `Basic ${Buffer.from(`${pid}:${key}`).toString("base64")}`;
  async function send<T>(path: string, headers: Record<string, string>, params?: object): Promise<T> {
    const response = await fetch(`${url}/${path}`, {
      headers: { ...headers, "content-type": "application/json" },
      ...(params ? { method: "POST", body: JSON.stringify(params) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Keepsake answered ${response.status} to ${path}: ${text}`);
    return JSON.parse(text) as T;
  }
  const call = <T>(path: string, params?: object) => send<T>(`storeadmin/${path}`, { authorization }, params);
  const browse = <T>(path: string, params: object = {}) => send<T>(`api/v3/${path}?pid=${pid}`, {}, params);

  let list: Promise<{ lid: string; regid: string; sessionid: string }> | undefined;
  async function createList() {
    const { regid, sessionid } = await browse<{ regid: string; sessionid: string }>("provider/register");
    const { lid } = await browse<{ lid: string }>("lists/create", { regid, sessionid, lname: "Watched" });
    return { lid, regid, sessionid };
  }

  return {
    call,
    /** A shopper presses "Notify me". */
    subscribe: (email: string, { variantId, productId }: Named) =>
      call("bispa/subscriptions/create", {
        medium: "email",
        mediumvalue: email,
        products: JSON.stringify([{ epi: variantId, empi: productId, du: "https://shop.example/" }]),
        topics: "backinstock",
      }),
    /** What a shopper sees of a variant that they saved. */
    async readItem({ variantId, productId }: Named): Promise<Item | undefined> {
      const person = await (list ??= createList());
      const saved = JSON.stringify([{ epi: variantId, empi: productId, du: "https://shop.example/" }]);
      await browse("lists/update-ctx", { ...person, a: saved });
      const items = await browse<Item[]>("lists/fetch-list-contents", person);
      return items.find(({ epi }) => epi === variantId);
    },
  };
}

/** The text of a mail without its HTML. Quoted-printable is decoded, and lines that were folded are joined. */
const decode = (source: string) =>
  Buffer.from(
    source
      .replace(/\r?\nContent-Type: text\/html[\s\S]*/, "")
      .replaceAll(/=\r?\n/g, "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");
