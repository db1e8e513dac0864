import { type Change, type Changes, lidsAfter } from "./changes.ts";
import type { Saved, SavedState } from "./interface.ts";
import { createObservers } from "./observers.ts";
import type { PlatformId, Product } from "./records.ts";

type Found = { readonly epi: PlatformId; readonly lids: string[] };
type Heart = {
  readonly epi: PlatformId;
  /** As the service said, or as far as we know until it was asked. */
  lids: readonly string[];
  isKnown: boolean;
  state: SavedState;
  readonly observers: ReturnType<typeof createObservers>;
};

const IDS_MAX = 250;
/** A page that never ends, such as an endless grid, drops what it no longer shows. */
const HEARTS_MAX = 2_000;
const UNKNOWN: SavedState = { isSaved: false, lids: [], isKnown: false, isPending: false };

/** Which variants are saved. Whatever a page shows is asked for in one call. */
export function createHearts({
  contains,
  changes,
  add,
  remove,
}: {
  contains: (epis: readonly PlatformId[]) => Promise<readonly Found[]>;
  changes: Pick<Changes, "pending" | "subscribe">;
  add: (lid: string | undefined, product: Product) => Promise<unknown>;
  remove: (lid: string | undefined, product: Product) => Promise<unknown>;
}) {
  const hearts = new Map<string, Heart>();
  let wanted = new Set<Heart>();
  let asking: Promise<void> | undefined;
  let version = 0;

  const isAbout = (heart: Heart, { items }: Change) =>
    items.some((item) => "epi" in item && String(item.epi) === String(heart.epi));

  function show(heart: Heart) {
    const { epi, state, observers } = heart;
    const mine = changes.pending().filter((change) => isAbout(heart, change));
    const lids = lidsAfter(heart.lids, String(epi), mine);
    const next: SavedState = {
      isSaved: lids.length > 0,
      lids,
      isKnown: heart.isKnown,
      isPending: mine.length > 0,
    };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    heart.state = next;
    observers.tell();
  }
  const showAll = () => {
    for (const heart of hearts.values()) show(heart);
  };
  changes.subscribe(showAll);

  function heartOf({ epi }: Product): Heart {
    const known = hearts.get(String(epi));
    if (known) return known;
    if (hearts.size >= HEARTS_MAX) for (const [key, old] of hearts) if (old.observers.count === 0) hearts.delete(key);
    const heart: Heart = { epi, lids: [], isKnown: false, state: UNKNOWN, observers: createObservers() };
    hearts.set(String(epi), heart);
    show(heart);
    return heart;
  }

  async function ask() {
    await gathered();
    asking = undefined;
    const all = [...wanted];
    wanted = new Set();
    const begun = version;
    const parts = Array.from({ length: Math.ceil(all.length / IDS_MAX) }, (_, part) =>
      all.slice(part * IDS_MAX, (part + 1) * IDS_MAX),
    );
    await Promise.all(
      parts.map(async (part) => {
        const found = await contains(part.map(({ epi }) => epi));
        const lids = new Map(found.map((one) => [String(one.epi), one.lids]));
        for (const heart of part) {
          if (begun === version) {
            heart.lids = lids.get(String(heart.epi)) ?? [];
            heart.isKnown = true;
          } else if (heart.observers.count > 0) wanted.add(heart); // it changed meanwhile
          show(heart);
        }
      }),
    );
    if (wanted.size > 0) await askSoon();
  }
  const askSoon = () => (asking ??= ask());
  /** A page that cannot be asked for shows empty hearts; they work, and know better after the first click. */
  const askQuietly = () => void askSoon().catch(() => undefined);

  return {
    saved(product: Product): Saved {
      const heart = heartOf(product);
      const know = async () => {
        if (heart.isKnown) return;
        wanted.add(heart);
        await askSoon();
      };
      return {
        get: () => heart.state,
        subscribe(listener) {
          hearts.set(String(heart.epi), heart);
          const stop = heart.observers.add(listener);
          if (!heart.isKnown) {
            wanted.add(heart);
            askQuietly();
          }
          return stop;
        },
        async toggle({ lid } = {}) {
          // Whoever looks at the heart means what they see; whoever does not is told first.
          if (heart.observers.count === 0 && !heart.state.isPending) await know().catch(() => undefined);
          const { lids } = heart.state;
          const from = lid === undefined ? lids : lids.filter((one) => one === lid);
          if (from.length === 0) await add(lid, product);
          else await Promise.all(from.map((one) => remove(one || undefined, product)));
          return heart.state;
        },
      };
    },
    /** It is done here, or in another tab. */
    apply(change: Change) {
      version += 1;
      for (const heart of hearts.values())
        if (isAbout(heart, change)) heart.lids = lidsAfter(heart.lids, String(heart.epi), [change]);
    },
    showAll,
    /** Something changed elsewhere: what is on the screen is asked for again. */
    expire() {
      version += 1;
      for (const heart of hearts.values()) {
        if (heart.observers.count > 0) wanted.add(heart);
        else heart.isKnown = false;
      }
      if (wanted.size > 0) askQuietly();
    },
    /** The shopper is somebody else. */
    forget() {
      for (const heart of hearts.values()) Object.assign(heart, { lids: [], isKnown: false });
      this.expire();
      showAll();
    },
  };
}

/** Hearts of one page come in one task, or while the page is still being read. */
function gathered() {
  return new Promise<void>((resolve) => {
    const soon = () => void setTimeout(resolve);
    if (globalThis.document?.readyState === "loading")
      document.addEventListener("DOMContentLoaded", soon, { once: true });
    else soon();
  });
}
