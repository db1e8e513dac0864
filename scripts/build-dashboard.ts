import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const VITE = fileURLToPath(new URL("../node_modules/vite/bin/vite.js", import.meta.url));
const DASHBOARD = fileURLToPath(new URL("../packages/dashboard/", import.meta.url));

/** Builds the pages of the dashboard, and returns their folder. In a process of its own: under NODE_ENV=test, Vite would take
 *  React's development version. */
export async function buildDashboard(): Promise<string> {
  await promisify(execFile)(process.execPath, [VITE, "build", "--logLevel", "error"], {
    cwd: DASHBOARD,
    env: { ...process.env, NODE_ENV: "production" },
  });
  return `${DASHBOARD}dist/`;
}
