import { channel } from "node:diagnostics_channel";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, isIP, type Server, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { aDnsServer } from "../../../test/fixtures/dns-server.ts";
import { probeSmtp } from "../messaging/mail/smtp-connection.ts";
import { createPost, NoAnswer } from "./post.ts";
import { isLoopback } from "./public-address.ts";
import { checkUrl, chooseAddress, createWall, RefusedByWall, type Wall } from "./wall.ts";

/** Names that lead to addresses which merchants must not reach. */
const FORBIDDEN = [
  "127.0.0.1",
  "127.0.0.2",
  "127.255.255.254",
  "0.0.0.0",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "169.254.169.254",
  "169.254.170.2",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.0.192",
  "192.168.0.1",
  "192.168.255.255",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:169.254.169.254",
  "64:ff9b::127.0.0.1",
  "64:ff9b::169.254.169.254",
  "64:ff9b:1::a9fe:a9fe",
  "2002:7f00:1::",
  "2002:a9fe:a9fe::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fec0::1",
  "ff02::1",
];

/** Every way to write an IPv4 address in a URL. */
function formsOf(address: string): string[] {
  const bytes = address.split(".").map(Number) as [number, number, number, number];
  const [a, b, c, d] = bytes;
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const hex = (value: number) => `0x${value.toString(16)}`;
  const octal = (value: number) => `0${value.toString(8)}`;
  return [
    address,
    `${address}.`,
    String(number),
    hex(number),
    octal(number),
    bytes.map(hex).join("."),
    bytes.map(octal).join("."),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c}.${d}`,
    address.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    address.replaceAll(".", "。"),
    address.replaceAll(".", "%2e"),
    `[::ffff:${address}]`,
    `[64:ff9b::${address}]`,
  ];
}

const IN_URLS = FORBIDDEN.flatMap((address) => (isIP(address) === 4 ? formsOf(address) : [`[${address}]`]));
const NAMES = new Map([
  ...FORBIDDEN.map((address, index): [string, string[]] => [`forbidden-${index}.example.com`, [address]]),
  ...FORBIDDEN.map((address, index): [string, string[]] => [`mixed-${index}.example.com`, ["192.0.1.1", address]]),
  ["metadata.google.internal", ["169.254.169.254"]],
  ["localtest.example.com", ["127.0.0.1", "::1"]],
  ["xn--lcalhost-6za.example.com", ["127.0.0.1"]],
]);
const HOSTS = [
  ...IN_URLS,
  ...NAMES.keys(),
  "localhost",
  "localhost.",
  "LOCALHOST",
  "ｌｏｃａｌｈｏｓｔ",
  "a.localhost",
  "127.0.0.1.example.com@127.0.0.1",
  "example.com@127.0.0.1",
  "example.com:pass@[::1]",
];
const resolve: Wall["resolve"] = async (hostname) => NAMES.get(hostname.replace(/\.$/, "")) ?? ["127.0.0.1"];

/** Records every connection that this process begins, whatever the address and however it ends. */
function recordConnections() {
  const attempts: string[] = [];
  const onSocket = (message: unknown) =>
    void (message as { socket: Socket }).socket.on("connectionAttempt", (ip: string) => void attempts.push(ip));
  channel("net.client.socket").subscribe(onSocket);
  onTestFinished(() => {
    channel("net.client.socket").unsubscribe(onSocket);
  });
  return attempts;
}

/** Listens on all addresses of this machine, and counts who connects. */
async function listenEverywhere() {
  let connections = 0;
  const servers: Server[] = [];
  const listen = async (server: Server, port: number, host: string) => {
    server.on("connection", (socket) => {
      connections += 1;
      socket.on("error", () => undefined);
    });
    await new Promise<void>((done, fail) => {
      server.once("error", fail);
      server.listen({ port, host, ipv6Only: host === "::" }, done);
    });
    servers.push(server);
  };
  const http = createHttpServer((_, response) => void response.end("ok"));
  await listen(http, 0, "0.0.0.0");
  const { port } = http.address() as AddressInfo;
  await listen(createServer(), port, "::").catch(() => undefined); // where the machine has no IPv6
  onTestFinished(async () => {
    http.closeAllConnections();
    for (const server of servers) server.close();
  });
  return { port, connections: () => connections };
}

const urlsFor = (port: number) =>
  HOSTS.flatMap((host) => [`https://${host}/`, `https://${host}:${port}/`, `http://${host}:${port}/`]);

const attempt = async (post: ReturnType<typeof createPost>["post"], url: string) => {
  try {
    await post({ url, headers: {}, body: "{}", isRepeatable: true });
    return "answered";
  } catch (error) {
    return error instanceof NoAnswer && error.cause instanceof RefusedByWall ? "refused" : (error as Error).message;
  }
};

test("no spelling of a forbidden address, and no name that leads to one, gets a connection", async () => {
  const { port, connections } = await listenEverywhere();
  const attempts = recordConnections();
  const urls = urlsFor(port).filter((url) => URL.canParse(url));
  expect(urls.length).toBeGreaterThan(500);
  const { post, close } = createPost({ resolve, allowLoopback: false }, { ports: new Set([String(port), "443"]) });
  onTestFinished(close);
  const results = await Promise.all(urls.map((url) => attempt(post, url)));
  expect(attempts).toEqual([]);
  expect(connections()).toBe(0);
  expect(new Set(results)).toEqual(new Set(["refused"]));
});

test("control: with the development setting, loopback gets connections from the same URLs, and they are recorded", async () => {
  const { port, connections } = await listenEverywhere();
  const attempts = recordConnections();
  const urls = urlsFor(port).filter((url) => url.startsWith("http:") && URL.canParse(url));
  const { post, close } = createPost({ resolve, allowLoopback: true }, { timeoutMs: 2_000 });
  onTestFinished(close);
  const results = await Promise.all(urls.map((url) => attempt(post, url)));
  const answered = results.filter((result) => result === "answered").length;
  expect(answered).toBeGreaterThan(30);
  expect(connections()).toBeGreaterThan(0);
  expect(attempts.length).toBeGreaterThan(0);
  expect(attempts.filter((address) => !isLoopback(address))).toEqual([]);
});

test("a name that is public when it is checked and private when it is used again is not connected to", async () => {
  const { port, connections } = await listenEverywhere();
  const attempts = recordConnections();
  let asked = 0;
  const rebinding: Wall["resolve"] = async () => [asked++ % 2 === 0 ? "192.0.1.1" : "127.0.0.1"];
  const { post, close } = createPost(
    { resolve: rebinding, allowLoopback: false },
    { ports: new Set([String(port)]), timeoutMs: 50 },
  );
  onTestFinished(close);
  const results: string[] = [];
  for (let round = 0; round < 40; round += 1) results.push(await attempt(post, `https://rebind.example.com:${port}/`));
  expect(asked).toBe(40); // once for each connection: what was checked is what is connected to
  expect(connections()).toBe(0);
  expect(new Set(attempts)).toEqual(new Set(["192.0.1.1"])); // control: the public answer is used
  expect(results.filter((result) => result === "refused")).toHaveLength(20);
});

test("a mail server gets a connection only at a public address, on a port for mail and with TLS", async () => {
  const { port } = await listenEverywhere();
  const attempts = recordConnections();
  const server = { isSecure: true, startTls: "never", tlsOptions: {}, login: undefined, name: "[127.0.0.1]" } as const;
  const codeOf = (wall: Wall, host: string, more: { port?: number; isSecure?: boolean } = {}) =>
    probeSmtp({ ...server, port: 587, host, wall, ...more }, { timeoutMs: 200 }).then(
      () => "connected",
      (error: { code?: string }) => error.code,
    );
  const walled: Wall = { resolve, allowLoopback: false };
  for (const host of [...FORBIDDEN, ...NAMES.keys(), "localhost"]) expect(await codeOf(walled, host)).toBe("EPRIVATE");
  for (const more of [{ port: 6_379 }, { isSecure: false }])
    expect(await codeOf(walled, "192.0.1.1", more)).toBe("EPRIVATE");
  expect(attempts).toEqual([]);
  // Controls: a public address is tried, and loopback where it is allowed.
  await codeOf({ ...walled, resolve: async () => ["192.0.1.1"] }, "mail.example.com");
  await codeOf({ ...walled, allowLoopback: true }, "localhost", { port });
  expect(attempts).toEqual(["192.0.1.1", "127.0.0.1"]);
});

test("a name is asked for at the name servers of the setting", async () => {
  const dns = await aDnsServer({
    "mixed.example": { A: ["10.0.0.1", "192.0.1.1"] },
    "outside.example": { A: ["192.0.1.1"], AAAA: ["2606:4700::1111"] },
    "alias.example": { CNAME: "mixed.example" },
    "broken.example": "SERVFAIL",
  });
  const wall = createWall({ allowLoopback: false, servers: [dns.address] });
  const choose = (host: string) => chooseAddress(wall, host, { isLocalOnly: false });
  expect(await choose("outside.example")).toBe("192.0.1.1");
  await expect(choose("mixed.example")).rejects.toThrow(RefusedByWall);
  await expect(choose("alias.example")).rejects.toThrow(RefusedByWall);
  await expect(choose("nowhere.example")).rejects.toMatchObject({ code: "ENOTFOUND" });
  await expect(choose("broken.example")).rejects.toMatchObject({ code: "ESERVFAIL" });
});

test.each([
  ["http://hooks.example.com/", /https/],
  ["ftp://hooks.example.com/", /https/],
  ["https://user:secret@hooks.example.com/", /user name/],
  ["https://hooks.example.com:22/", /443 or 8443/],
  ["https://hooks.example.com/#part", /fragment/],
  ["https://localhost/", /public internet/],
  ["https://intranet/", /public internet/],
  ["https://example.com./", /public internet/],
  ["https://[::1]/", /not on the public internet/],
  ["https://0x7f000001/", /not on the public internet/],
  ["not a url", /absolute/],
])("an endpoint cannot have the URL %s", (url, why) => {
  expect(() => checkUrl(url, { allowLoopback: false })).toThrow(why);
});

test.each([
  "https://hooks.example.com/",
  "https://hooks.example.com:8443/a?b=c",
  "https://8.8.8.8/",
  "https://bücher.example/x",
])("an endpoint can have the URL %s", (url) => {
  expect(checkUrl(url, { allowLoopback: false }).protocol).toBe("https:");
});

test("an endpoint cannot have a URL of more than 2,048 characters", () => {
  const url = "https://hooks.example.com/".padEnd(2_049, "a");
  expect(() => checkUrl(url, { allowLoopback: false })).toThrow("2048");
  expect(checkUrl(url.slice(0, -1), { allowLoopback: false }).href).toHaveLength(2_048);
});

test("the development setting allows http and any port on this machine, and nothing else", () => {
  expect(checkUrl("http://localhost:3000/", { allowLoopback: true }).port).toBe("3000");
  expect(checkUrl("http://127.0.0.1:3000/", { allowLoopback: true }).port).toBe("3000");
  expect(() => checkUrl("http://10.0.0.1/", { allowLoopback: true })).toThrow(RefusedByWall);
  expect(() => checkUrl("http://example.com/", { allowLoopback: true })).toThrow(RefusedByWall);
});
