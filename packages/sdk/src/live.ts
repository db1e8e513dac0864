const RETRY_MS = 2_000;
const RETRY_MAX_MS = 120_000;

/** Keeps the live stream of the shopper's lists open while `isWanted` is true. `getUrl` returns an address
 *  with a new token for each connection. */
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
  let wasConnected = false;
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const shouldBeOpen = () => !isClosed && isWanted() && typeof EventSource !== "undefined";

  function disconnect() {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    source?.close();
    source = undefined;
  }

  function retryLater() {
    disconnect();
    failures += 1;
    const ms = Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MAX_MS) * (0.5 + Math.random() / 2);
    retryTimer = setTimeout(() => {
      retryTimer = undefined;
      check();
    }, ms);
  }

  async function open() {
    isOpening = true;
    try {
      const url = await getUrl();
      if (!shouldBeOpen()) return;
      source = new EventSource(url);
      source.addEventListener("ready", () => {
        failures = 0;
        if (wasConnected) onChanged(); // Changes may have been missed while the stream was closed.
        wasConnected = true;
      });
      source.addEventListener("changed", onChanged);
      source.addEventListener("error", retryLater);
    } catch {
      retryLater();
    } finally {
      isOpening = false;
    }
  }

  /** Opens or closes the stream, depending on `isWanted`. */
  function check() {
    if (!shouldBeOpen()) disconnect();
    else if (!source && !isOpening && retryTimer === undefined) void open();
  }

  return {
    check,
    /** Connects again for another shopper. */
    restart() {
      disconnect();
      wasConnected = false;
      check();
    },
    close() {
      isClosed = true;
      disconnect();
    },
  };
}
