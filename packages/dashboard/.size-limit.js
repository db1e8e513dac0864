import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync(new URL("dist/manifest.json", import.meta.url), "utf8"));

/** The files that a browser needs for these sources, as Vite's manifest says. */
function filesOf(sources, known = new Set()) {
  for (const source of sources) {
    const { file, css = [], imports = [] } = manifest[source];
    if (known.has(file)) continue;
    for (const name of [file, ...css]) known.add(name);
    filesOf(imports, known);
  }
  return known;
}

const FIRST_ROUTE = ["index.html", "src/pages/home/home-page.tsx"];

export default [
  {
    name: "dashboard: all that the first page loads",
    path: [...filesOf(FIRST_ROUTE)].map((file) => `dist/${file}`),
    limit: "250 kB",
    gzip: true,
  },
];
