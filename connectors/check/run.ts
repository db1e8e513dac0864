import { startEngines } from "../../engines/start.ts";
import { startKeepsake } from "./keepsake.ts";
import { openMedusa } from "./medusa.ts";
import { describePrograms } from "./program.ts";
import { createStep } from "./steps.ts";
import { tellStory } from "./story.ts";
import { openVendure } from "./vendure.ts";

// npm run connectors:check -- vendure medusa   tries the plugins in real servers of these platforms, at the same time: most of
// the time passes until an offer of a minute ends.
// With --installed it neither installs nor builds, for work on the check itself.
const PLATFORMS = { vendure: openVendure, medusa: openMedusa };
type Name = keyof typeof PLATFORMS;

const isInstalled = process.argv.includes("--installed");
const names = process.argv.slice(2).filter((name) => name !== "--installed");
const unknown = names.filter((name) => !(name in PLATFORMS));
if (names.length === 0 || unknown.length > 0) {
  process.stderr.write(`Usage: npm run connectors:check -- ${Object.keys(PLATFORMS).join(" ")}\n`);
  process.exit(2);
}

const engines = await startEngines({ postgres: { fsync: false, synchronous_commit: "off" } });
const keepsake = await startKeepsake(engines.postgres);
try {
  const outcomes = await Promise.allSettled((names as Name[]).map(check));
  const errors = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  for (const error of errors) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  if (errors.length > 0) {
    process.stderr.write(`${describePrograms()}\n`);
    process.exitCode = 1;
  }
} finally {
  await keepsake.stop();
  await engines.stop();
}

async function check(name: Name) {
  const step = createStep(name);
  const { door, server } = await keepsake.createStore(name, ["alerts.offerMinutes=1"]);
  const platform = await PLATFORMS[name]({ postgres: engines.postgres, door });
  await step("all", async () => {
    if (!isInstalled) await step("installed from its lockfile and built", () => platform.install());
    try {
      await step("started", () => platform.start({ hasPlugin: true }));
      await tellStory({ platform, keepsake, server, step });
    } finally {
      await platform.stop();
    }
  });
}
