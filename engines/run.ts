// npm run engines -- <command…>   runs the command beside fresh engines
// npm run engines                 prints their URLs and keeps them until it is interrupted
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { startEngines } from "./start.ts";

const COMMAND_END_MS = 30_000;
const NOT_FOUND = 127;

const [file, ...args] = process.argv.slice(2);
if (file?.startsWith("-")) {
  console.error("Usage: npm run engines [-- <command…>]");
  process.exit(2);
}

const engines = await startEngines({ postgres: true, nats: true, redis: true });
const urls = { DATABASE_URL: engines.postgres.url, NATS_URL: engines.nats.url, REDIS_URL: engines.redis.url };
try {
  process.exitCode = file === undefined ? await keep() : await runCommand(file);
} finally {
  await engines.stop();
}

function keep(): Promise<number> {
  for (const [name, url] of Object.entries(urls)) console.log(`export ${name}='${url}'`);
  return new Promise((resolve) => {
    // Engines and signal handlers do not keep this process running.
    const alive = setInterval(() => {}, 60_000);
    onSignal(() => {
      clearInterval(alive);
      resolve(0);
    });
  });
}

function runCommand(command: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...urls } });
    onSignal((signal) => {
      // A terminal has already interrupted the command; many programs take a second signal as "stop at once".
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
      setTimeout(() => child.kill("SIGKILL"), COMMAND_END_MS).unref();
    });
    child.on("error", (error) => {
      console.error(error.message);
      resolve(NOT_FOUND);
    });
    child.on("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

function onSignal(react: (signal: NodeJS.Signals) => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => react(signal));
}
