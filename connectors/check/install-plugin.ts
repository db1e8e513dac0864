import { fileURLToPath } from "node:url";
import { runProgram } from "./program.ts";

const CLIENT = fileURLToPath(new URL("../client/", import.meta.url));
const TSDOWN = fileURLToPath(new URL("../../node_modules/.bin/tsdown", import.meta.url));

let client: Promise<unknown> | undefined;
/** Once for all plugins, which are installed at the same time. */
const buildClient = () =>
  (client ??= runProgram({ name: "tsdown", cwd: CLIENT, command: [TSDOWN, "--log-level", "error"], env: {} }));

/** Installs what the plugin's own lockfile pins, the platform among it, and builds the plugin. */
export async function installPlugin(folder: string) {
  const npm = (...args: string[]) =>
    runProgram({ name: `npm ${args[0]}`, cwd: folder, command: ["npm", ...args], env: {} });
  await buildClient();
  await npm("ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund");
  await npm("run", "build");
}
