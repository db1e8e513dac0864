import { createContext, useCallback, useContext, useMemo, useState, useSyncExternalStore } from "react";
import type {
  AlertAnswer,
  AlertRequest,
  Client,
  KeepsakeError,
  Lists,
  ListsState,
  Product,
  SavedState,
} from "../client.ts";

/** The client of this page; `undefined` on a server, where hooks answer what is true before anybody was asked. */
export const KeepsakeContext = createContext<Client | undefined>(undefined);

const UNKNOWN: SavedState = { isSaved: false, lids: [], isKnown: false, isPending: false };
const IDLE: ListsState = { status: "idle", lists: [] };
const unknown = () => UNKNOWN;
const idle = () => IDLE;
const never = () => () => undefined;
const notYet = () => Promise.reject(new Error("Keepsake: there is no client in KeepsakeContext."));

/** The heart of a variant. All hearts of a page ask the service together. */
export function useSaved(product: Product): SavedState & { toggle(options?: { lid?: string }): Promise<SavedState> } {
  const client = useContext(KeepsakeContext);
  const words = JSON.stringify(product); // a new object with the same words is the same product
  const saved = useMemo(() => client?.saved(JSON.parse(words) as Product), [client, words]);
  const state = useSyncExternalStore(saved?.subscribe ?? never, saved?.get ?? unknown, unknown);
  return { ...state, toggle: saved?.toggle ?? notYet };
}

/** The shopper's lists, kept up to date, and the verbs to change them (`undefined` on a server). */
export function useLists(): ListsState & { verbs: Lists | undefined } {
  const lists = useContext(KeepsakeContext)?.lists;
  const state = useSyncExternalStore(lists?.subscribe ?? never, lists?.get ?? idle, idle);
  return { ...state, verbs: lists };
}

export type NotifyMeState =
  | { readonly status: "idle" | "sending" | "check-inbox" | "waiting" }
  | { readonly status: "failed"; readonly error: KeepsakeError };

/** Signing up for a variant: `check-inbox` where a mail confirms it first, `waiting` where it needs none. */
export function useNotifyMe(product: Product): NotifyMeState & {
  signUp(
    wish: Pick<AlertRequest, "medium" | "mediumvalue"> & Partial<AlertRequest> & { qty?: number },
  ): Promise<AlertAnswer | undefined>;
  reset(): void;
} {
  const client = useContext(KeepsakeContext);
  const words = JSON.stringify(product);
  const [state, setState] = useState<NotifyMeState & { of?: string }>({ status: "idle" });
  const shown: NotifyMeState = state.of === words ? state : { status: "idle" }; // another variant begins anew

  const signUp = useCallback(
    async ({
      qty = 1,
      ...wish
    }: Pick<AlertRequest, "medium" | "mediumvalue"> & Partial<AlertRequest> & { qty?: number }) => {
      setState({ status: "sending", of: words });
      try {
        const products = [{ ...(JSON.parse(words) as Product), qty }];
        const answer = await (client?.alerts.subscribe({ products, topics: ["backinstock"], ...wish }) ?? notYet());
        setState({ status: answer.message === "Subscribed" ? "waiting" : "check-inbox", of: words });
        return answer;
      } catch (error) {
        setState({ status: "failed", error: error as KeepsakeError, of: words });
        return undefined;
      }
    },
    [client, words],
  );
  const reset = useCallback(() => setState({ status: "idle" }), []);
  return { ...shown, signUp, reset };
}
