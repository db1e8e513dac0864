import type { Client, SavedState } from "../../../../sdk/src/client.ts";
import { defineElements } from "../../../../sdk/src/elements/elements.ts";
import { showWords } from "../../../../sdk/src/elements/words.ts";
import { LANGUAGES } from "./draft.ts";
import { builtIn } from "./element-words.ts";

export { showWords };

const nothing = () => undefined;
const ignore = () => nothing;
const NOBODY = { kind: "nobody" } as const;

/** Whether the invented product is saved, for all hearts of the page. */
function createSaved() {
  const listeners = new Set<() => void>();
  let state: SavedState = { isSaved: true, lids: [], isKnown: true, isPending: false };
  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async toggle() {
      state = { ...state, isSaved: !state.isSaved };
      for (const listener of listeners) listener();
      return state;
    },
  };
}

const LISTS = {
  status: "ready",
  lists: [
    {
      lid: "list",
      lname: "Tarn",
      cnt: 2,
      listcontents: [
        { lid: "list", epi: 1, empi: 1, dt: "Fell Jacket", vi: "Moss / M", pr: 245, qty: 1, stk: 2 },
        { lid: "list", epi: 2, empi: 2, dt: "Tarn Beanie", vi: "Sand", pr: 35, savedpr: 45, qty: 1 },
      ],
    },
  ],
};

/** Answers as the service would, with invented data, and sends nothing. Has what hearts, buttons, dialogs and lists use. */
function createPreviewClient(): Client {
  const saved = createSaved();
  const lists = {
    get: () => LISTS,
    subscribe: ignore,
    fetch: async () => LISTS.lists,
    items: async () => [],
    preferred: () => "list",
    prefer: nothing,
    shareUrl: async () => "https://shop.example/shared?lid=list",
  };
  for (const verb of ["create", "update", "delete", "add", "remove", "share", "unshare", "email"])
    Object.assign(lists, { [verb]: async () => LISTS.lists[0] });
  const alerts = {
    subscribe: async () => ({ message: "Unconfirmed" }),
    fetch: async () => ({ limit: 0, offset: 0, total: 0, subscriptions: [] }),
    remove: async () => ({ removed: 1 }),
  };
  const shopper = { get: () => NOBODY, subscribe: ignore };
  return { pid: "", baseUrl: "", saved: () => saved, lists, alerts, shopper } as unknown as Client;
}

/** Makes the real elements work on this page. Their words are known before, so that none asks a service for them. */
export function definePreview() {
  for (const language of LANGUAGES) showWords(language, { texts: builtIn[language] });
  defineElements({ client: createPreviewClient() });
}
