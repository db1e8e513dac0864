import { execFile } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const VITE = `${ROOT}node_modules/vite/bin/vite.js`;
const DASHBOARD = `${ROOT}packages/dashboard/`;
const DIST = `${DASHBOARD}dist`;
/** What the pages are built from. */
const SOURCES = ["packages/dashboard/{src/**,public/**,*}", "packages/sdk/src/**", "package-lock.json"];

/** Builds the pages of the dashboard, unless nothing has changed since the last build, and returns their folder. In a process of
 *  its own: under NODE_ENV=test, Vite would take React's development version. */
export async function buildDashboard(): Promise<string> {
  if (!isBuilt()) {
    // Services of other tests may be reading the last build, so the new one replaces it as a whole.
    const next = `${DASHBOARD}.scratch/dist-${process.pid}`;
    await promisify(execFile)(process.execPath, [VITE, "build", "--logLevel", "error", "--outDir", next], {
      cwd: DASHBOARD,
      env: { ...process.env, NODE_ENV: "production" },
    });
    await rm(DIST, { recursive: true, force: true });
    await rename(next, DIST);
  }
  return `${DIST}/`;
}

function isBuilt(): boolean {
  const page = `${DIST}/index.html`;
  if (!existsSync(page)) return false;
  const builtAt = statSync(page).mtimeMs;
  return globSync(SOURCES, { cwd: ROOT }).every((path) => {
    const stat = statSync(ROOT + path);
    return stat.isDirectory() || stat.mtimeMs < builtAt;
  });
}
