import { execFile, execFileSync, spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { getFreePort } from "../engines/get-free-port.ts";
import { getDebianMirror, installMissing, POSTGRES_BIN } from "../engines/install.ts";
import { makeScratch } from "../engines/scratch.ts";
import { startSmtpSink } from "../engines/smtp-sink.ts";
import { startEngines } from "../engines/start.ts";
import { waitFor } from "../engines/wait-for.ts";

// Builds the image without Docker and runs it as compose.yaml does: read-only, without capabilities, with the three logins,
// against a PostgreSQL of its own. It migrates, serves, compiles a template, delivers a mail and stops in time.
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BASE = "localhost/node:24-bookworm-slim";
const IMAGE = "localhost/keepsake:check";
const STEP_MS = 900_000;
const READY_MS = 60_000;
const MAIL_MS = 60_000;
const BUSY_MS = 60_000;
/** compose.yaml gives a container 20 seconds. */
const STOP_MS = 20_000;
const NODE_USER = 1000;
const ALONE = "KEEPSAKE_IMAGE_CHECK_ALONE";
const run = promisify(execFile);
const limits = { timeout: STEP_MS, maxBuffer: 64 * 1024 * 1024 };

/** The tools mount file systems and start processes. In namespaces of their own, none of them appears on this machine, and
 *  all of them end with this process. */
async function inOwnNamespaces() {
  if (process.getuid?.() !== 0) throw new Error("The check of the image builds a file system. Run it as root.");
  await installMissing(["mmdebstrap", "buildah", "podman", "runc", "postgres"]);
  const namespaces = ["--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--mount-proc"];
  const args = [...namespaces, process.execPath, fileURLToPath(import.meta.url)];
  process.exitCode =
    spawnSync("unshare", args, { stdio: "inherit", env: { ...process.env, [ALONE]: "1" } }).status ?? 1;
}

async function checkImage() {
  const scratch = await makeScratch();
  process.env["TMPDIR"] = scratch.folder; // for the tools, which leave large files behind when they are killed
  // With both versions of cgroups mounted, runc of Debian 12 does not start. Only this namespace loses the second one.
  spawnSync("umount", ["/sys/fs/cgroup/unified"], { stdio: "ignore" });
  spawnSync("mount", ["-t", "tmpfs", "tmpfs", "/dev/shm"]); // podman keeps its locks there
  const sink = await startSmtpSink();
  const engines = await startEngines({ postgres: true });
  const container = `keepsake-check-${process.pid}`;
  const storage = ["--root", join(scratch.folder, "storage"), "--runroot", join(scratch.folder, "run")];
  const own = ["--tmpdir", join(scratch.folder, "libpod")];
  const podman = (...args: string[]) =>
    run("podman", [...storage, ...own, "--runtime", "runc", "--cgroup-manager=cgroupfs", ...args], {
      ...limits,
      env: { ...process.env, DISABLE_HC_SYSTEMD: "true" }, // we ask for the health ourselves
    });
  try {
    await step("base", () => makeBase(scratch.folder, podman));
    await step("build", () => build(scratch.folder, storage));
    await step("run", () => tryImage({ folder: scratch.folder, port: engines.postgres.port, sink, container, podman }));
  } finally {
    await podman("rm", "--force", "--time", "0", container).catch(() => undefined);
    spawnSync("umount", ["--recursive", "--lazy", join(scratch.folder, "storage/overlay")], { stdio: "ignore" });
    await Promise.all([engines.stop(), sink.close()]);
    await scratch.remove();
  }
  process.stdout.write("The image migrates, serves, compiles a template, delivers a mail and stops in time.\n");
}

type Podman = (...args: string[]) => Promise<{ stdout: string }>;

async function step(name: string, work: () => Promise<void>) {
  const begun = performance.now();
  await work();
  process.stdout.write(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
}

/** Makes what the Dockerfile starts from: Debian's essential packages with the Node and npm of this machine. */
async function makeBase(folder: string, podman: Podman) {
  const tar = join(folder, "base.tar");
  const npmHome = dirname(dirname(realpathSync(process.env["npm_execpath"] ?? which("npm"))));
  const hooks = [
    'mkdir -p "$1/usr/local/bin" "$1/usr/local/lib/node_modules/npm" "$1/home/node"',
    `install -m 755 '${process.execPath}' "$1/usr/local/bin/node"`,
    `cp -R '${npmHome}/.' "$1/usr/local/lib/node_modules/npm/"`,
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
    `echo "node:x:${NODE_USER}:${NODE_USER}::/home/node:/bin/sh" >> "$1/etc/passwd"`,
    `echo "node:x:${NODE_USER}:" >> "$1/etc/group"`,
  ].map((hook) => `--customize-hook=${hook}`);
  const variant = ["--variant=essential", "--include=libstdc++6,libatomic1"];
  const skip = ["--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-exclude=/usr/share/locale/*"];
  await run("mmdebstrap", ["--quiet", ...variant, ...skip, ...hooks, "bookworm", tar, await getDebianMirror()], limits);
  const changes = ["--change", 'CMD=["node"]', "--change", "ENV=PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"];
  await podman("import", ...changes, tar, BASE);
}

const which = (name: string) => execFileSync("which", [name], { encoding: "utf8" }).trim();

/** Builds deploy/Dockerfile. npm inside the build uses the registry, certificates and cache of npm outside. */
async function build(folder: string, storage: readonly string[]) {
  const npm = async (name: string) => (await run("npm", ["config", "get", name], { cwd: ROOT })).stdout.trim();
  const [registry, cache, cafile] = await Promise.all([npm("registry"), npm("cache"), npm("cafile")]);
  const certificates = [cafile, process.env["NODE_EXTRA_CA_CERTS"], process.env["SSL_CERT_FILE"]].find(
    (file) => file && file !== "null",
  );
  const npmrc = join(folder, "npmrc");
  const lines = [`registry=${registry}`, "prefer-offline=true", "audit=false", "fund=false", "update-notifier=false"];
  await writeFile(npmrc, [...lines, ...(certificates ? ["cafile=/run/certificates.pem"] : [])].join("\n"));
  const volumes = [
    `${npmrc}:/root/.npmrc:ro`,
    `${cache}:/root/.npm`,
    ...(certificates ? [`${realpathSync(certificates)}:/run/certificates.pem:ro`] : []),
  ].flatMap((volume) => ["--volume", volume]);
  const how = ["--pull-never", "--network=host", "--isolation=chroot", "--format=docker"];
  const what = ["--file", "deploy/Dockerfile", "--tag", IMAGE, "."];
  await run("buildah", [...storage, "build", ...how, ...volumes, ...what], { ...limits, cwd: ROOT });
}

async function tryImage(options: {
  folder: string;
  port: number;
  sink: Awaited<ReturnType<typeof startSmtpSink>>;
  container: string;
  podman: Podman;
}) {
  const { folder, sink, container, podman } = options;
  const secrets = await makeSecrets(folder, options.port);
  const [port, opsPort] = [await getFreePort(), await getFreePort()];
  const settings = (login: string) =>
    Object.entries({
      DATABASE_URL_FILE: `/run/secrets/${login}_database_url`,
      KEEPSAKE_SECRET_FILE: "/run/secrets/keepsake_secret",
      KEEPSAKE_PORT: port,
      KEEPSAKE_OPS_PORT: opsPort,
      KEEPSAKE_PUBLIC_URL: `http://127.0.0.1:${port}`,
      KEEPSAKE_TRUST_PROXY: "none",
      KEEPSAKE_SMTP_URL: sink.url,
      KEEPSAKE_POLL_MS: 200,
    }).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  const hardened = ["--read-only", "--read-only-tmpfs=false", "--cap-drop=all", "--security-opt=no-new-privileges"];
  const here = ["--network=host", "--ulimit=nofile=20000:20000", "--ulimit=nproc=4096:4096"];
  const common = [...hardened, ...here, "--volume", `${secrets}:/run/secrets:ro`];
  const keepsake = async <T>(...args: string[]) =>
    JSON.parse((await podman("run", "--rm", ...common, ...settings("owner"), IMAGE, ...args, "--json")).stdout) as T;

  await keepsake("migrate");
  const { pid } = await keepsake<{ pid: string }>("store", "create", "--name", "Image check");
  const key = await keepsake<{ key: string }>("key", "create", "--pid", pid, "--name", "check", "--scopes", "admin");

  await podman("run", "--detach", "--name", container, ...common, ...settings("worker"), IMAGE);
  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${opsPort}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  if (!(await waitFor(async () => (await statusOf("/readyz")) === 200, READY_MS)))
    throw new Error(`The container did not become ready:\n${(await podman("logs", container)).stdout}`);
  await podman("healthcheck", "run", container); // fails unless it asks the port in KEEPSAKE_OPS_PORT
  await checkHardening(podman, container);

  const post = async (path: string, body: object) => {
    const authorization = `Basic ${Buffer.from(`${pid}:${key.key}`).toString("base64")}`;
    const headers = { authorization, "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    let answer = { status: 0, text: "" };
    // On a busy machine the service answers 503 for a while, as it does to any client.
    await waitFor(async () => {
      const response = await fetch(`http://127.0.0.1:${port}/storeadmin${path}`, request);
      answer = { status: response.status, text: await response.text() };
      return answer.status !== 503;
    }, BUSY_MS);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.text;
  };
  const preview = await post("/v3/alerts/template", {
    topic: "backinstock",
    subject: "{{ product.title }}",
    source: MJML,
  });
  if (!preview.includes("Compiled in the image")) throw new Error(`The template was not compiled: ${preview}`);

  await post("/bispa/subscriptions/create", {
    medium: "email",
    mediumvalue: "person@example.com",
    topics: ["backinstock"],
    products: [{ epi: 1, empi: 1, du: "https://shop.example/p/1" }],
  });
  const levels = [{ epi: 1, quantity: 5, occurredAt: new Date().toISOString() }];
  await post("/v3/inventory/set", { levels });
  if (!(await waitFor(() => sink.received.some(({ to }) => to === "person@example.com"), MAIL_MS)))
    throw new Error(`No alert arrived:\n${(await podman("logs", container)).stdout}`);

  const begun = performance.now();
  await podman("stop", "--time", `${STOP_MS / 1000}`, container);
  const ms = performance.now() - begun;
  const { stdout } = await podman("inspect", "--format", "{{.State.ExitCode}}", container);
  if (stdout.trim() !== "0" || ms >= STOP_MS) throw new Error(`Stopped with code ${stdout.trim()} after ${ms} ms`);
}

const MJML =
  '<mjml><mj-body><mj-section><mj-column><mj-text>Compiled in the image: {{ product.title }} <a href="{{ links.unsubscribe }}">Unsubscribe</a></mj-text></mj-column></mj-section></mj-body></mjml>';

/** The secrets of deploy/make-secrets.sh, with this PostgreSQL in the URLs, and its logins. */
async function makeSecrets(folder: string, port: number) {
  await mkdir(join(folder, "deploy"));
  for (const name of ["make-secrets.sh", "create-logins.sh"]) {
    await writeFile(join(folder, "deploy", name), await readFile(join(ROOT, "deploy", name)));
    await chmod(join(folder, "deploy", name), 0o755);
  }
  await run(join(folder, "deploy/make-secrets.sh"));
  const secrets = join(folder, "secrets");
  const password = (login: string) => join(secrets, `${login}_password`);
  const env = {
    PATH: `${POSTGRES_BIN}:${process.env["PATH"]}`,
    PGHOST: "127.0.0.1",
    PGPORT: `${port}`,
    PGUSER: "postgres",
    PGDATABASE: "postgres",
    OWNER_PASSWORD_FILE: password("owner"),
    API_PASSWORD_FILE: password("api"),
    WORKER_PASSWORD_FILE: password("worker"),
  };
  await run(join(folder, "deploy/create-logins.sh"), { env });
  for (const login of ["owner", "worker"]) {
    const file = join(secrets, `${login}_database_url`);
    const url = (await readFile(file, "utf8")).replace("@postgres:5432/keepsake", `@127.0.0.1:${port}/postgres`);
    await writeFile(file, url);
  }
  return secrets;
}

/** Checks from inside the container that it is confined, so that a lost option of podman does not go unnoticed. */
async function checkHardening(podman: Podman, container: string) {
  const { stdout } = await podman(
    "exec",
    container,
    "sh",
    "-c",
    "id -u; cat /proc/1/status; touch /app/x /tmp/x 2>&1; true",
  );
  const expected = [
    /^1000$/m,
    /^CapEff:\s0+$/m,
    /^CapBnd:\s0+$/m,
    /^NoNewPrivs:\s1$/m,
    /\/app\/x.*Read-only/,
    /\/tmp\/x.*Read-only/,
  ];
  for (const pattern of expected) if (!pattern.test(stdout)) throw new Error(`${pattern} is not in:\n${stdout}`);
}

if (process.env[ALONE]) await checkImage();
else await inOwnNamespaces();
