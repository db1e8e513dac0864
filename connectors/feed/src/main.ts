import { parseArgs } from "node:util";
import { readConfig } from "./config.ts";
import { createFeed } from "./feed.ts";
import { createPushServer } from "./server.ts";

const { values } = parseArgs({ options: { once: { type: "boolean", default: false } } });
const log = (message: string) => console.error(`${new Date().toISOString()} ${message}`);

try {
  const config = readConfig(process.env);
  const feed = createFeed(config, { log });
  const fetchOnce = async (feedUrl: string) => {
    const outcome = await feed.fetch(feedUrl);
    log(
      outcome.state === "unchanged"
        ? "The feed did not change."
        : `${outcome.checked} variants, ${outcome.corrected} quantities were wrong.`,
    );
  };

  if (values.once) {
    if (!config.feedUrl) throw new Error("Set FEED_URL: there is nothing to fetch.");
    await fetchOnce(config.feedUrl);
  } else {
    const { feedUrl, everyMs, port, host } = config;
    if (port !== undefined) createPushServer(feed, log).listen(port, host, () => log(`Listening on port ${port}.`));
    const fetchAndLog = (url: string) => fetchOnce(url).catch((error: Error) => log(error.message));
    if (feedUrl) {
      setInterval(() => void fetchAndLog(feedUrl), everyMs);
      await fetchAndLog(feedUrl);
    }
  }
} catch (error) {
  log((error as Error).message);
  process.exitCode = 1;
}
