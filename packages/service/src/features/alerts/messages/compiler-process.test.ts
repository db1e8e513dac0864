import { createSocket } from "node:dgram";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { compileMjml } from "./compile-mjml.ts";
import { CPU_LIMIT, findNetworkWalls, NAMESPACE, NO_NETWORK, NODE, run, runCompiler } from "./compiler-process.ts";

const TRY_NETWORK = fileURLToPath(new URL("../../../../../mjml/test/try-network.ts", import.meta.url));
const TIMEOUT_MS = 120_000;

/** Listeners on this machine that note what reaches them. */
async function aTrap() {
  const directory = await mkdtemp(`${tmpdir()}/keepsake-wall-`);
  const heard: string[] = [];
  const listen = async (where: number | string) => {
    const server = createServer((socket) => {
      socket.on("data", (data) => heard.push(String(data).split("\r\n")[0] ?? ""));
      socket.on("data", () => socket.end("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"));
      socket.on("error", () => undefined);
    });
    await new Promise<void>((resolve) => void server.listen(where as number, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    return server.address();
  };
  const tcp = await listen(0);
  const path = `${directory}/socket`;
  const file = createServer((socket) => socket.on("data", (data) => heard.push(String(data))));
  await new Promise<void>((resolve) => void file.listen(path, resolve));
  const packets = createSocket("udp4").on("message", (data) => heard.push(`packet ${String(data)}`));
  await new Promise<void>((resolve) => packets.bind(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    file.close();
    packets.close();
    await rm(directory, { recursive: true });
  });
  return { heard, input: JSON.stringify({ tcp: (tcp as { port: number }).port, udp: packets.address().port, path }) };
}

test("control: without the walls a program reaches the network in every way", async () => {
  const { heard, input } = await aTrap();
  const ways = JSON.parse(await run([process.execPath, TRY_NETWORK], input, TIMEOUT_MS)) as string[];
  expect(ways.filter((way) => !heard.some((text) => text.includes(way)))).toEqual([]);
});

test("control: Node's permission model alone does not keep a program from the network", async () => {
  const { heard, input } = await aTrap();
  await run([...NODE, TRY_NETWORK], input, TIMEOUT_MS);
  expect(heard).toContain("net");
});

test("a program of the compiler reaches nothing", async () => {
  const { heard, input } = await aTrap();
  expect(JSON.parse(await runCompiler(TRY_NETWORK, input, TIMEOUT_MS))).toContain("net");
  expect(heard).toEqual([]);
});

test("where the kernel allows no namespace, the wall of modules alone holds", async () => {
  const { heard, input } = await aTrap();
  await run([...CPU_LIMIT, ...NODE, ...NO_NETWORK, TRY_NETWORK], input, TIMEOUT_MS);
  expect(heard).toEqual([]);
});

test("where the kernel allows a namespace, it alone keeps a program from everything but socket files", async () => {
  const { heard, input } = await aTrap();
  const isAllowed = (await findNetworkWalls()) === "namespace and modules";
  if (isAllowed) await run([...NAMESPACE, process.execPath, TRY_NETWORK], input, TIMEOUT_MS);
  expect(heard).toEqual(isAllowed ? ["a socket file"] : []);
});

test("behind the walls MJML is compiled, with fonts, pictures and inlined styles", async () => {
  const html = await compileMjml(
    '<mjml><mj-head><mj-font name="Lora" href="https://fonts.example/lora" /><mj-style inline="inline">.a { color: red }</mj-style></mj-head><mj-body><mj-section><mj-column><mj-text css-class="a" font-family="Lora">Hello</mj-text><mj-image src="https://shop.example/a.jpg" /></mj-column></mj-section></mj-body></mjml>',
    { timeoutMs: TIMEOUT_MS },
  );
  expect(html).toMatch(/https:\/\/fonts\.example\/lora[^]*Hello[^]*a\.jpg/);
});
