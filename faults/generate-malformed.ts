import { readFileSync } from "node:fs";

/** Random numbers that are the same for the same seed (mulberry32). */
export function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (max: number) => Math.floor(next() * max);
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
  };
}
export type Random = ReturnType<typeof seeded>;

export type Request = { method: string; path: string; headers: Record<string, string>; body: Buffer };

type Route = { method: string; path: string; fields: string[] };
type Schema = { properties?: object };
type Operation = { requestBody?: { content?: Record<string, { schema?: Schema }> } };

/** Every route of openapi.json with the names of its parameters, so that new routes are included. */
export function readRoutes(): Route[] {
  const text = readFileSync(new URL("../openapi.json", import.meta.url), "utf8");
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      fields: Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => Object.keys(schema?.properties ?? {})),
    })),
  );
  return [
    ...documented,
    ...["/livez", "/readyz", "/openapi.json", "/reference", "/"].map((path) => ({ method: "GET", path, fields: [] })),
  ];
}

const list = (text: string) => text.split("¦");

const TEXTS = [
  ...list("¦ ¦\0¦\uFFFD¦\u{1F6D2}¦\u202Eevil¦e\u0301\u200D¦K\u212A@example.com¦a@b¦@¦a@b.c¦someone@example.com"),
  ...list("%00¦%ff¦%¦../../etc/passwd¦' or 1=1 --¦{{7*7}}¦<script>¦\r\nx: y¦undefined¦eyJhbGciOiJub25lIn0.e30."),
  ...list("-1¦0¦9223372036854775808¦9007199254740993¦1e400000¦NaN¦null¦true¦[]¦{}¦[object Object]"),
  ...list("f47ac10b-58cc-4372-a567-0e02b2c3d479¦F47AC10B-58CC-1372-A567-0E02B2C3D479¦AAAAAAAAAAAAAAAAAAAAAA"),
  "A".repeat(68),
  "a@b.c".repeat(60),
  "\u00fc".repeat(2_000),
  "x".repeat(70_000),
];
const JSON_TEXTS = [
  ...list('null¦1¦-0¦1e400000¦[]¦{}¦""¦true¦[[[[[[[[1]]]]]]]]¦"\\ud800"¦"\\u0000"¦9007199254740993'),
  ...list('{"__proto__":{"x":1}}¦{"constructor":{"prototype":1}}¦{"a":1,"a":2}¦{"a":{"b":{"c":{"d":{"e":{"f":{}}}}}}}'),
  "[".repeat(5_000),
  `[${"1,".repeat(6_000)}1]`,
  `{"a":`.repeat(200),
];
const CONTENT_TYPES = [
  ...list("application/x-www-form-urlencoded¦application/x-www-form-urlencoded¦application/json¦application/json"),
  ...list(
    "application/json\t¦application/json; charset=utf-16¦APPLICATION/JSON;;;¦text/plain¦multipart/form-data¦¦/¦*/*",
  ),
];
const TAILS = [
  ...list("¦¦¦¦/¦//¦%¦%zz¦%c0%af¦%00¦/../me¦;a=b¦?¦?pid=x&pid=y¦?__proto__[x]=1¦?pid[]=1¦?%¦?=¦?pid=%ff%fe"),
  `?pid=${"a".repeat(5_000)}`,
  `?${"a=1&".repeat(300)}`,
];
const METHODS = list("GET¦POST¦PUT¦DELETE¦PATCH¦OPTIONS¦HEAD¦TRACE¦PROPFIND");

/** Generates requests that are valid HTTP but mostly invalid for the API. */
export function createGrammar(random: Random, store: { pid: string; basic: string }) {
  const routes = readRoutes();
  const { below, chance, pick } = random;
  const authorization = () => {
    if (chance(0.8)) return store.basic;
    const wrong = Buffer.from(`${chance(0.5) ? store.pid : pick(TEXTS)}:${pick(TEXTS)}`)
      .toString("base64")
      .slice(0, 9_000);
    return pick([
      `Basic ${wrong}`,
      `basic ${wrong}`,
      "Basic",
      "Basic =",
      "Bearer x",
      wrong.slice(0, 200),
      `Basic ${"A".repeat(300)}`,
    ]);
  };
  const json = () => (chance(0.5) ? pick(JSON_TEXTS) : JSON.stringify(pick(TEXTS)));
  const fieldsOf = (route: Route) =>
    Array.from({ length: below(6) }, () => pick([...route.fields, "pid", "useragenttype", pick(TEXTS)]));

  function bodyOf(route: Route, contentType: string) {
    const names = fieldsOf(route);
    if (chance(0.05)) return Buffer.from(Array.from({ length: below(500) }, () => below(256)));
    if (chance(0.05)) return Buffer.from(pick(TEXTS).repeat(1 + below(3)));
    if (!contentType.toLowerCase().includes("json")) {
      const form = new URLSearchParams(names.map((name): [string, string] => [name, pick(TEXTS)])).toString();
      return Buffer.from(chance(0.1) ? form.repeat(30) : form.replaceAll("%", () => (chance(0.01) ? "" : "%")));
    }
    const text = chance(0.1) ? json() : `{${names.map((name) => `${JSON.stringify(name)}:${json()}`).join()}}`;
    return Buffer.from(chance(0.1) ? text.slice(0, below(text.length)) : text);
  }

  return (): Request => {
    const route = pick(routes);
    const contentType = pick(CONTENT_TYPES);
    const method = chance(0.9) ? route.method : pick(METHODS);
    const body = method === "POST" || chance(0.05) ? bodyOf(route, contentType) : Buffer.alloc(0);
    const path = chance(0.1) ? route.path.replaceAll("/", () => pick(["/", "//", "/%2f"])) : route.path;
    const headers: Record<string, string> = { authorization: authorization() };
    if (body.length > 0) headers["content-type"] = contentType;
    if (chance(0.1)) headers["idempotency-key"] = pick(["", "k", "k".repeat(256), `${below(1e9)}`]);
    if (chance(0.02)) headers["origin"] = pick(["null", "https://shop.example", "x".repeat(1_000)]);
    if (chance(0.05))
      headers[pick(["x-request-id", "x-forwarded-for", "cookie", "accept", "content-encoding"])] = pick([
        "gzip",
        "::1",
        "a".repeat(9_000),
        "*",
      ]);
    return { method, path: `${path}${pick(TAILS)}`, headers, body };
  };
}

/** The request as bytes. */
export function render({ method, path, headers, body }: Request, keep: boolean): Buffer {
  const lines = Object.entries({ host: "faults", ...headers, connection: keep ? "keep-alive" : "close" });
  const length = body.length > 0 || method === "POST" ? `content-length: ${body.length}\r\n` : "";
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}${length}\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

const NO_HTTP = list(
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n¦\x16\x03\x01\x02\x00\x01\x00\x01\xfc¦GET /livez\r\n\r\n¦\r\n\r\n¦\0\0\0",
);
const HEADERS = [
  ...list("transfer-encoding: chunked¦transfer-encoding: chunked, chunked¦content-length: 5¦content-length: -1"),
  ...list("content-length: 1e3¦content-length: 99999999999999999999¦host: a\r\nhost: b¦a b: c¦: x¦ folded: x¦x: \0"),
  ...list(
    "connection: upgrade\r\nupgrade: h2c¦expect: 100-continue¦expect: 200-ok¦trailer: x¦x:\x01\x02¦range: bytes=0-",
  ),
  `big: ${"x".repeat(20_000)}`,
];

/** Damages the bytes; the result need not be valid HTTP. */
export function mutate({ below, chance, pick }: Random, bytes: Buffer): Buffer {
  if (chance(0.05)) return Buffer.from(pick(NO_HTTP), "latin1");
  if (chance(0.05)) return Buffer.from(Array.from({ length: 1 + below(2_000) }, () => below(256)));
  let text = bytes.toString("latin1");
  if (chance(0.3)) text = text.replace("\r\n", `\r\n${pick(HEADERS)}\r\n`);
  if (chance(0.1)) text = text.replaceAll("\r\n", () => pick(["\r\n", "\n", "\r", "\r\n\r\n"]));
  if (chance(0.1)) text = text.slice(0, below(text.length));
  if (chance(0.1)) text += text;
  const spoiled = Buffer.from(text, "latin1");
  for (let n = chance(0.6) ? 1 + below(8) : 0; n > 0; n--) spoiled[below(spoiled.length)] = below(256);
  return spoiled;
}
