import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { aCertificate } from "../../../test/fixtures/certificate.ts";
import { createPost, type Posted, type PostOptions } from "./post.ts";
import type { Wall } from "./wall.ts";

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function aServer(onRequest: (request: IncomingMessage, response: ServerResponse) => void) {
  let connections = 0;
  const server = createServer(onRequest);
  server.on("connection", () => {
    connections += 1;
  });
  return { url: `http://127.0.0.1:${await listen(server)}/`, connections: () => connections, server };
}

function aPost({ resolve = async () => [], ...options }: PostOptions & { resolve?: Wall["resolve"] } = {}) {
  const { post, close } = createPost({ resolve, allowLoopback: true }, options);
  onTestFinished(close);
  return (url: string, more: Partial<Posted> = {}) =>
    post({ url, headers: { "x-test": "1" }, body: '{"ä":1}', isRepeatable: true, ...more });
}

test("the body arrives as it is, and status and Retry-After are returned", async () => {
  const seen: string[] = [];
  const { url } = await aServer((request, response) => {
    request.on("data", (chunk: Buffer) => void seen.push(String(chunk)));
    request.on("end", () => response.writeHead(429, { "retry-after": "7" }).end());
  });
  expect(await aPost()(url)).toEqual({ status: 429, retryAfter: "7", body: "" });
  expect(seen).toEqual(['{"ä":1}']);
});

test("a redirect is an answer and is not followed", async () => {
  const target = await aServer((_, response) => void response.end());
  const { url } = await aServer((_, response) => void response.writeHead(307, { location: target.url }).end());
  expect(await aPost()(url)).toMatchObject({ status: 307 });
  expect(target.connections()).toBe(0);
});

test("a connection is used again once its answer is read", async () => {
  const { url, connections } = await aServer((request, response) => {
    request.resume();
    request.on("end", () => response.end("ok"));
  });
  const post = aPost();
  for (let count = 0; count < 5; count += 1) expect((await post(url)).status).toBe(200);
  expect(connections()).toBe(1);
});

test("a connection that the receiver closed meanwhile is replaced", async () => {
  const open = new Set<Socket>();
  const { url, server, connections } = await aServer((_, response) => void response.end("ok"));
  server.on("connection", (socket) => void open.add(socket));
  const post = aPost();
  expect((await post(url)).status).toBe(200);
  for (const socket of open) socket.resetAndDestroy();
  expect((await post(url)).status).toBe(200);
  expect(connections()).toBe(2);
});

test("a request that must not arrive twice is not repeated when the receiver closed the connection", async () => {
  let requests = 0;
  const { url, connections } = await aServer((request, response) => {
    requests += 1;
    if (requests === 1) response.end("ok");
    else request.socket.resetAndDestroy();
  });
  const post = aPost();
  expect((await post(url)).status).toBe(200);
  await expect(post(url, { isRepeatable: false })).rejects.toThrow("The connection was lost.");
  expect([requests, connections()]).toEqual([2, 1]);
  // Control: one that may arrive twice is repeated, on new connections.
  await expect(post(url)).rejects.toThrow("The connection was lost.");
  expect(requests).toBeGreaterThan(2);
});

test("the body of the answer is read up to 64 KiB where it is wanted", async () => {
  const { url } = await aServer((_, response) => void response.end("x".repeat(1_000_000)));
  expect((await aPost()(url, { readsBody: true })).body).toBe("x".repeat(64 * 1_024));
});

test("an answer whose body never ends is given up in time where the body is wanted", async () => {
  const { url } = await aServer((_, response) => void response.writeHead(200).write("x"));
  await expect(aPost()(url, { readsBody: true, timeoutMs: 300 })).rejects.toThrow("no answer within 0.3 seconds");
});

/** Writes until the client hangs up. Returns how much it took. */
function pour(response: ServerResponse, chunk: Buffer, taken: { bytes: number; isClosed: boolean }) {
  response.on("close", () => {
    taken.isClosed = true;
  });
  response.on("error", () => undefined);
  const more = () => {
    while (!response.destroyed && taken.bytes < 1e9) {
      taken.bytes += chunk.length;
      if (!response.write(chunk)) return void response.once("drain", more);
    }
  };
  more();
}

test("of a body of a gigabyte little is read, and then the connection ends", async () => {
  const taken = { bytes: 0, isClosed: false };
  const { url } = await aServer((_, response) => pour(response.writeHead(200), Buffer.alloc(65_536, "x"), taken));
  expect((await aPost()(url)).status).toBe(200);
  expect(await waitFor(async () => taken.isClosed, 30_000)).toBe(true);
  expect(taken.bytes).toBeLessThan(64_000_000); // buffers of the two sockets
});

test("a compressed answer is not decompressed", async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  expect(bomb.length).toBeLessThan(64 * 1024);
  const { url } = await aServer(
    (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
  );
  const before = process.memoryUsage().arrayBuffers;
  expect((await aPost()(url)).status).toBe(200);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
});

test("an answer counts when its headers are there, even if its body drips", async () => {
  const { url } = await aServer((_, response) => {
    response.writeHead(200, { "content-length": "100" });
    const timer = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(timer));
  });
  expect((await aPost()(url)).status).toBe(200);
});

test.each([
  ["accepts and says nothing", () => undefined],
  [
    "sends its headers byte by byte",
    (socket: Socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx: ");
      const timer = setInterval(() => socket.write("y"), 20);
      socket.on("close", () => clearInterval(timer));
    },
  ],
])("a receiver that %s fails after the timeout", async (_, onConnection: (socket: Socket) => void) => {
  const port = await listen(createTcpServer((socket) => onConnection(socket.resume())));
  await expect(aPost({ timeoutMs: 300 })(`http://127.0.0.1:${port}/`)).rejects.toThrow(
    "There was no answer within 0.3 seconds.",
  );
});

test("a name server that hangs fails after the timeout", async () => {
  const post = aPost({ timeoutMs: 200, resolve: () => new Promise(() => undefined) });
  await expect(post("https://hooks.example.com/")).rejects.toThrow("There was no answer within 0.2 seconds.");
});

test("headers of unlimited size are refused", async () => {
  const { url } = await aServer((_, response) => void response.writeHead(200, { "x-long": "x".repeat(20_000) }).end());
  await expect(aPost()(url)).rejects.toThrow("The request failed: HPE_HEADER_OVERFLOW.");
});

test("problems are described in words", async () => {
  const { url, server } = await aServer((_, response) => void response.end());
  server.close();
  await expect(aPost()(url)).rejects.toThrow("The connection was refused.");
  const lost = await listen(createTcpServer((socket) => socket.destroy()));
  await expect(aPost()(`http://127.0.0.1:${lost}/`)).rejects.toThrow("The connection was lost.");
});

test("with TLS, a certificate of an unknown authority is refused, and the name of the host is checked", async () => {
  const day = 86_400_000;
  const { pem, privateKey } = aCertificate({ from: new Date(Date.now() - day), to: new Date(Date.now() + day) });
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  const port = await listen(createTlsServer({ key, cert: pem }, (_, response) => void response.end()));
  const url = `https://localhost:${port}/`;
  await expect(aPost()(url)).rejects.toThrow("not signed by a known authority");
  // Its name is sns.example.
  await expect(aPost({ ca: pem })(url)).rejects.toThrow("The certificate of the host is for another name.");
});

test("an aborted post ends at once, with the reason of the abort", async () => {
  const { url } = await aServer(() => undefined);
  const abort = new AbortController();
  const posting = aPost()(url, { signal: abort.signal });
  abort.abort(new Error("stopping"));
  await expect(posting).rejects.toThrow("stopping");
});
