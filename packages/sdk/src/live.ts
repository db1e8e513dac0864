const RETRY_MS = 2_000;
const RETRY_MAX_MS = 120_000;

/** The live stream of the shopper's lists, open while it is wanted. A token serves one stream, so each gets its own. */
export function createLive({
  isWanted,
  getUrl,
  onChanged,
}: {
  isWanted: () => boolean;
  getUrl: () => Promise<string>;
  onChanged: () => void;
}) {
  let source: EventSource | undefined;
  let isOpening = false;
  let isClosed = false;
  let hadOne = false;
  let failures = 0;
  let again: ReturnType<typeof setTimeout> | undefined;

  const canListen = () => !isClosed && isWanted() && typeof EventSource !== "undefined";

  function end() {
    clearTimeout(again);
    again = undefined;
    source?.close();
    source = undefined;
  }

  function tryAgain() {
    end();
    failures += 1;
    const ms = Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MAX_MS) * (0.5 + Math.random() / 2);
    again = setTimeout(() => {
      again = undefined;
      check();
    }, ms);
  }

  async function open() {
    isOpening = true;
    try {
      const url = await getUrl();
      if (!canListen()) return;
      source = new EventSource(url);
      source.addEventListener("ready", () => {
        failures = 0;
        if (hadOne) onChanged(); // nobody told us in between
        hadOne = true;
      });
      source.addEventListener("changed", onChanged);
      source.addEventListener("error", tryAgain);
    } catch {
      tryAgain();
    } finally {
      isOpening = false;
    }
  }

  /** Opens or ends the stream, as is wanted now. */
  function check() {
    if (!canListen()) end();
    else if (!source && !isOpening && again === undefined) void open();
  }

  return {
    check,
    /** For another shopper. */
    restart() {
      end();
      hadOne = false;
      check();
    },
    close() {
      isClosed = true;
      end();
    },
  };
}
