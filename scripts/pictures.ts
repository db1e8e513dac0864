import { spawnSync } from "node:child_process";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { sampleMails, samplePages, sampleReports } from "../packages/service/test/fixtures/sample-messages.ts";
import { startBrowser } from "./browser.ts";
import { takeDemoPictures } from "./demo-pictures.ts";
import { takeElementPictures } from "./element-pictures.ts";
import { takeShopPictures } from "./shop-pictures.ts";

// Takes pictures of every default mail and hosted page, of the demo shop, the elements and the dashboard.
// `npm run pictures -- dashboard` takes only those of the dashboard. Fails if a page is wider than its window.
const ROOT = fileURLToPath(new URL("../", import.meta.url));
const HOME = `${ROOT}docs/pictures/`;
const IN_DOCUMENTS: readonly string[] = ["demo-home-light", "demo-demand-light", "setup-script-light"];

const BOOT = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 380"><rect width="560" height="380" fill="#d9e4dc"/><ellipse cx="285" cy="312" rx="190" ry="16" fill="#b9cabf"/><path d="M190 70h96l6 118c40 22 112 30 138 60 12 14 12 34 8 46H176c-8-78 6-150 14-224z" fill="#8a5a3b"/><path d="M172 292h268v14a8 8 0 0 1-8 8H180a8 8 0 0 1-8-8z" fill="#3d3129"/><path d="M206 104h66M204 132h70M203 160h73M204 188h80M216 216h92" stroke="#f0e0c8" stroke-width="7" stroke-linecap="round"/></svg>`;

const LOOKS = [
  { look: "desktop", width: 800, picture: BOOT },
  { look: "phone", width: 390, picture: BOOT },
  { look: "dark", width: 390, dark: true, picture: BOOT },
  { look: "no-images", width: 390 },
] as const;

const TAKE: Record<string, () => Promise<void>> = {
  mails: takeMailPictures,
  shop: () => takeShopPictures(HOME),
  elements: () => takeElementPictures(HOME),
  dashboard: takeDashboardPictures,
};

const subjects = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(TAKE);
await mkdir(HOME, { recursive: true });
for (const subject of subjects) {
  const take = TAKE[subject];
  if (!take) throw new Error(`There are no pictures of ${subject}. Choose ${Object.keys(TAKE).join(", ")}.`);
  await take();
}

/** The tests of the dashboard visit each page in each state, and take pictures where they are told to. Only those that the
 *  documents show are kept in the repository. */
async function takeDashboardPictures() {
  const folder = `${ROOT}.pictures/dashboard/`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const args = ["node_modules/vitest/vitest.mjs", "run", "packages/dashboard"];
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, KEEPSAKE_PICTURES: folder },
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("A test of the dashboard failed. Its last picture may show why.");
  await takeDemoPictures(folder);
  for (const name of IN_DOCUMENTS) await copyFile(`${folder}${name}.png`, `${HOME}dashboard-${name}.png`);
  process.stdout.write(`The pictures are in ${folder}\n`);
}

async function takeMailPictures() {
  const browser = await startBrowser();
  try {
    const shown = { ...(await sampleMails()), ...sampleReports(), ...samplePages() };
    for (const [name, { html }] of Object.entries(shown)) {
      const looks = html.includes("<img") ? LOOKS : LOOKS.slice(0, 3);
      for (const { look, ...options } of looks) {
        const { png, pageWidth } = await browser.shoot({ html, ...options });
        if (pageWidth > options.width)
          throw new Error(`${name} is ${pageWidth} px wide in a window of ${options.width}`);
        await writeFile(`${HOME}${name}-${look}.png`, png);
      }
      // A small phone at 200 % zoom: the page must not scroll sideways.
      const { pageWidth } = await browser.shoot({ html, width: 320 });
      if (pageWidth > 320) throw new Error(`${name} is ${pageWidth} px wide in a window of 320`);
    }
  } finally {
    await browser.close();
  }
}
