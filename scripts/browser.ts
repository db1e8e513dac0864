import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";

export type Shot = {
  readonly html: string;
  readonly width: number;
  readonly dark?: boolean;
  /** What an address answers; nothing means it cannot be loaded. */
  readonly picture?: string | undefined;
};

/** The machine's Chromium, spoken to directly: a page of given HTML, and its picture. */
export async function startBrowser() {
  const home = await mkdtemp(`${tmpdir()}/keepsake-pictures-`);
  const child = spawn(
    "chromium",
    `--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --hide-scrollbars --disable-background-networking --disable-component-update --disable-sync --remote-debugging-port=0 --user-data-dir=${home} about:blank`.split(
      " ",
    ),
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const socket = new WebSocket(await addressOf(child));
  await once(socket, "open");
  const waiting = new Map<number, (answer: Record<string, never>) => void>();
  let asked = 0;
  let onPaused = (_request: { requestId: string; request: { url: string } }) => {};
  let onLoaded = () => {};
  const ask = <T = Record<string, never>>(method: string, params: object = {}, sessionId?: string) =>
    new Promise<T>((resolve) => {
      asked += 1;
      waiting.set(asked, resolve as never);
      socket.send(JSON.stringify({ id: asked, method, params, sessionId }));
    });
  socket.addEventListener("message", ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data));
    if (error) throw new Error(`Chromium: ${error.message}`);
    if (id) waiting.get(id)?.(result);
    if (method === "Fetch.requestPaused") onPaused(params);
    if (method === "Page.loadEventFired") onLoaded();
  });

  /** The picture, and how wide the page would like to be. */
  async function shoot({ html, width, dark = false, picture }: Shot) {
    const { targetId } = await ask<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await ask<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
    const tell = <T = Record<string, never>>(method: string, params: object = {}) => ask<T>(method, params, sessionId);
    const fulfil = (requestId: string, type: string, body: string) =>
      tell("Fetch.fulfillRequest", {
        requestId,
        responseCode: 200,
        responseHeaders: [{ name: "content-type", value: type }],
        body: Buffer.from(body).toString("base64"),
      });
    onPaused = ({ requestId, request: { url } }) => {
      if (url === PAGE) void fulfil(requestId, "text/html; charset=utf-8", html);
      else if (picture) void fulfil(requestId, "image/svg+xml", picture);
      else void tell("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    };
    const loaded = new Promise<void>((resolve) => {
      onLoaded = resolve;
    });
    await tell("Page.enable");
    await tell("Fetch.enable", {});
    await tell("Emulation.setDeviceMetricsOverride", { width, height: 200, deviceScaleFactor: 1, mobile: width < 500 });
    const features = [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }];
    await tell("Emulation.setEmulatedMedia", { features });
    await tell("Page.navigate", { url: PAGE });
    await loaded;
    const expression = "JSON.stringify([document.documentElement.scrollWidth, document.documentElement.scrollHeight])";
    const { result } = await tell<{ result: { value: string } }>("Runtime.evaluate", { expression });
    const [wants = 0, height = 0] = JSON.parse(result.value) as number[];
    await tell("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 500 });
    const { data } = await tell<{ data: string }>("Page.captureScreenshot", { format: "png" });
    await ask("Target.closeTarget", { targetId });
    return { png: Buffer.from(data, "base64"), wants };
  }

  return {
    shoot,
    async close() {
      await ask("Browser.close");
      await once(child, "exit");
      await rm(home, { recursive: true, force: true });
    },
  };
}
const PAGE = "https://pictures.example/";

async function addressOf(child: ChildProcess) {
  if (!child.stderr) throw new Error("Chromium says nothing");
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error("Chromium did not start: is it installed?");
}
