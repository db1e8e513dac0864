import {
  createContext,
  type DetailedHTMLProps,
  type HTMLAttributes,
  useCallback,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
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
import type { ElementAttributes } from "../elements/attributes.ts";

type KeepsakeTags = {
  [Name in keyof ElementAttributes]: DetailedHTMLProps<
    Omit<HTMLAttributes<HTMLElement>, keyof ElementAttributes[Name]>,
    HTMLElement
  > &
    ElementAttributes[Name];
};
declare module "react" {
  namespace JSX {
    interface IntrinsicElements extends KeepsakeTags {}
  }
}

/** The page's client. On a server it is `undefined`, and hooks return their initial state. */
export const KeepsakeContext = createContext<Client | undefined>(undefined);

const UNKNOWN: SavedState = { isSaved: false, lids: [], isKnown: false, isPending: false };
const IDLE: ListsState = { status: "idle", lists: [] };
const getUnknown = () => UNKNOWN;
const getIdle = () => IDLE;
const subscribeToNothing = () => () => undefined;
const rejectWithoutClient = () =>
  Promise.reject(new Error("Keepsake: KeepsakeContext has no client. Wrap the tree in KeepsakeContext.Provider."));

type SignUp = Pick<AlertRequest, "medium" | "mediumvalue"> & Partial<AlertRequest> & { qty?: number };

/** Whether a variant is saved. All hearts of a page are fetched in one call. */
export function useSaved(product: Product): SavedState & { toggle(options?: { lid?: string }): Promise<SavedState> } {
  const client = useContext(KeepsakeContext);
  const json = JSON.stringify(product); // A new object with the same content is the same product.
  const saved = useMemo(() => client?.saved(JSON.parse(json) as Product), [client, json]);
  const state = useSyncExternalStore(saved?.subscribe ?? subscribeToNothing, saved?.get ?? getUnknown, getUnknown);
  return { ...state, toggle: saved?.toggle ?? rejectWithoutClient };
}

/** The shopper's lists, kept up to date, and the calls that change them (`undefined` on a server). */
export function useLists(): ListsState & { verbs: Lists | undefined } {
  const lists = useContext(KeepsakeContext)?.lists;
  const state = useSyncExternalStore(lists?.subscribe ?? subscribeToNothing, lists?.get ?? getIdle, getIdle);
  return { ...state, verbs: lists };
}

export type NotifyMeState =
  | { readonly status: "idle" | "sending" | "check-inbox" | "waiting" }
  | { readonly status: "failed"; readonly error: KeepsakeError };

/** Signs up for an alert. The status becomes `check-inbox` if the shopper must confirm by email, otherwise `waiting`. */
export function useNotifyMe(product: Product): NotifyMeState & {
  signUp(request: SignUp): Promise<AlertAnswer | undefined>;
  reset(): void;
} {
  const client = useContext(KeepsakeContext);
  const json = JSON.stringify(product);
  const [state, setState] = useState<NotifyMeState & { of?: string }>({ status: "idle" });
  const current: NotifyMeState = state.of === json ? state : { status: "idle" }; // Another variant starts with its own state.

  const signUp = useCallback(
    async ({ qty = 1, ...request }: SignUp) => {
      setState({ status: "sending", of: json });
      try {
        const products = [{ ...(JSON.parse(json) as Product), qty }];
        const answer = await (client?.alerts.subscribe({ products, topics: ["backinstock"], ...request }) ??
          rejectWithoutClient());
        setState({ status: answer.message === "Subscribed" ? "waiting" : "check-inbox", of: json });
        return answer;
      } catch (error) {
        setState({ status: "failed", error: error as KeepsakeError, of: json });
        return undefined;
      }
    },
    [client, json],
  );
  const reset = useCallback(() => setState({ status: "idle" }), []);
  return { ...current, signUp, reset };
}
