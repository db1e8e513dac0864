import type { Store } from "../store.ts";
import type { Scope } from "./scopes.ts";

/** Who calls: an API key of the store, a member of its organisation in the dashboard, or an operator of the installation. */
export type Actor = {
  readonly kind: "key" | "member" | "operator";
  readonly id: string;
  /** The name of the key, or the email address of the person. */
  readonly name: string;
};

/** Who acts, in a text for people. */
export const describeActor = ({ kind, name }: Actor) => (kind === "key" ? `The API key "${name}"` : name);

/** The caller of a Store Admin route. The store comes from the credential, never from a parameter. */
export type Caller = { readonly store: Store; readonly actor: Actor; readonly scopes: readonly Scope[] };

/** Tells the callers of a store apart, for rate limits and idempotency keys. */
export const credentialOf = ({ kind, id }: Actor) => (kind === "key" ? id : `${kind}:${id}`);
