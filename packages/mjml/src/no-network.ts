import { createRequire, isBuiltin, registerHooks } from "node:module";
import { Socket } from "node:net";

// Loaded before the compiler. Takes away every way to the network and to other programs that Node has, because Node's
// permission model does not forbid connections before version 25, and a namespace is not available everywhere.

/** The only modules of Node that the compiler gets. It needs no others. */
const ALLOWED = new Set(
  `assert async_hooks buffer console constants crypto diagnostics_channel events fs fs/promises os path path/posix perf_hooks
  process punycode querystring stream stream/consumers stream/promises stream/web string_decoder timers timers/promises tty url util
  util/types zlib`.split(/\s+/),
);
const NOTHING = new URL("./nothing.cjs", import.meta.url).href;
const refuse = createRequire(import.meta.url)("./nothing.cjs") as () => never;

/** A package of MJML loads this HTTP client, for pages that it could download. */
const CLIENT = "undici";

const isRefused = (name: string) => name === CLIENT || (isBuiltin(name) && !ALLOWED.has(name.replace(/^node:/, "")));

registerHooks({
  resolve: (name, context, next) =>
    isRefused(name) ? { url: NOTHING, format: "commonjs", shortCircuit: true } : next(name, context),
});

const fix = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, writable: false, configurable: false });

const { getBuiltinModule } = process;
fix(process, "getBuiltinModule", (name: string) => (isRefused(name) ? refuse : getBuiltinModule(name)));
for (const name of ["binding", "_linkedBinding", "dlopen", "kill", "_kill", "_debugProcess"])
  fix(process, name, refuse);
for (const name of ["fetch", "WebSocket", "EventSource"]) fix(globalThis, name, refuse);

// The standard streams are sockets, so their class and the class of their handles can be reached through them.
fix(Socket.prototype, "connect", refuse);
for (const stream of [process.stdin, process.stdout, process.stderr]) {
  const { _handle: handle } = stream as unknown as { _handle?: object };
  if (handle)
    for (const name of ["connect", "listen", "bind", "open"]) fix(Object.getPrototypeOf(handle), name, refuse);
}
