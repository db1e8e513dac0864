import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";

export type Shot = {
  readonly html: string;
  readonly width: number;
  readonly dark?: boolean;
  /** The image for every `<img>` of the page. Without one, images fail to load. */
  readonly picture?: string | undefined;
};

/** Starts the Chromium of this machine, to take pictures of pages. Uses the DevTools protocol without a library. */
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
  let lastId = 0;
  let onPaused = (_request: { requestId: string; request: { url: string } }) => {};
  let onLoaded = () => {};
  const sendCommand = <T = Record<string, never>>(method: string, params: object = {}, sessionId?: string) =>
    new Promise<T>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve as never);
      socket.send(JSON.stringify({ id: lastId, method, params, sessionId }));
    });
  socket.addEventListener("message", ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data));
    if (error) throw new Error(`Chromium: ${error.message}`);
    if (id) waiting.get(id)?.(result);
    if (method === "Fetch.requestPaused") onPaused(params);
    if (method === "Page.loadEventFired") onLoaded();
  });

  /** Takes a picture. `pageWidth` is larger than `width` when the page is too wide for its window. */
  async function shoot({ html, width, dark = false, picture }: Shot) {
    const { targetId } = await sendCommand<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await sendCommand<{ sessionId: string }>("Target.attachToTarget", {
      targetId,
      flatten: true,
    });
    const send = <T = Record<string, never>>(method: string, params: object = {}) =>
      sendCommand<T>(method, params, sessionId);
    const fulfil = (requestId: string, type: string, body: string) =>
      send("Fetch.fulfillRequest", {
        requestId,
        responseCode: 200,
        responseHeaders: [{ name: "content-type", value: type }],
        body: Buffer.from(body).toString("base64"),
      });
    onPaused = ({ requestId, request: { url } }) => {
      if (url === PAGE) void fulfil(requestId, "text/html; charset=utf-8", html);
      else if (picture) void fulfil(requestId, "image/svg+xml", picture);
      else void send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    };
    const loaded = new Promise<void>((resolve) => {
      onLoaded = resolve;
    });
    await send("Page.enable");
    await send("Fetch.enable", {});
    await send("Emulation.setDeviceMetricsOverride", { width, height: 200, deviceScaleFactor: 1, mobile: width < 500 });
    const features = [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }];
    await send("Emulation.setEmulatedMedia", { features });
    await send("Page.navigate", { url: PAGE });
    await loaded;
    const expression = "JSON.stringify([document.documentElement.scrollWidth, document.documentElement.scrollHeight])";
    const { result } = await send<{ result: { value: string } }>("Runtime.evaluate", { expression });
    const [pageWidth = 0, height = 0] = JSON.parse(result.value) as number[];
    await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 500 });
    const { data } = await send<{ data: string }>("Page.captureScreenshot", { format: "png" });
    await sendCommand("Target.closeTarget", { targetId });
    return { png: Buffer.from(data, "base64"), pageWidth };
  }

  return {
    shoot,
    async close() {
      await sendCommand("Browser.close");
      await once(child, "exit");
      await rm(home, { recursive: true, force: true });
    },
  };
}
const PAGE = "https://pictures.example/";

async function addressOf(child: ChildProcess) {
  if (!child.stderr) throw new Error("Chromium was started without its error output");
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error("Chromium did not start. Check that `chromium` is installed.");
}
