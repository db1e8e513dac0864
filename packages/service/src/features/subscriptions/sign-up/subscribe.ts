import { coalesce } from "../../../platform/db/coalesce.ts";
import type { Db, HotDb, StoreTx } from "../../../platform/db/db.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import { asSent } from "../../../platform/text/platform-id.ts";
import { ensureVariants } from "../../catalog/markets/ensure-variants.ts";
import type { UnknownLimit, Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Store } from "../../stores/store.ts";
import type { HashAddress } from "../address.ts";
import type { AlertLinks } from "../alert-links.ts";
import { acceptRequests } from "../confirmation/accept-requests.ts";
import { askToConfirm } from "../confirmation/ask-to-confirm.ts";
import { countConfirmation } from "../confirmation/count-confirmation.ts";
import { requestSignUp } from "../confirmation/request-sign-up.ts";
import { requireSender, type SendingDeps } from "../require-sender.ts";
import { type Proof, type SentProduct, type SignUp, type SignUpTerms, toSignUp, type WantedAlert } from "./sign-up.ts";
import { signUpContact } from "./sign-up-contact.ts";
import { signUpMany } from "./sql.ts";

type BatchedSignUp = (signUp: SignUp) => Promise<unknown>;

/** Sign-ups that arrive at the same time share one statement, because a popular product causes many at once. */
export const createSignUp = (hot: HotDb, metrics: Metrics, wakeWorkers: () => void): BatchedSignUp =>
  coalesce(
    async (signUps) => {
      const times = await signUpMany(hot, signUps);
      wakeWorkers();
      return times.map((value) => ({ value }));
    },
    {
      inFlight: 2,
      max: 128,
      separateBy: ({ storeId, medium, value }) => `${storeId}:${medium}:${value}`,
      onBatch: (size) => metrics.batches.observe({ verb: "sign-up" }, size),
    },
  );

/** A larger sign-up gets a statement of its own, so that it does not slow down the others in a batch. */
const BATCHED_ALERTS_MAX = 10;

export type SubscribeDeps = SendingDeps & {
  readonly db: Db;
  readonly variants: VariantCache;
  readonly signUp: BatchedSignUp;
  readonly hashAddress: HashAddress;
  readonly links: AlertLinks;
};

export type SignUpRequest = SignUpTerms & {
  /** Whether the address must be confirmed, because nobody has proven that it belongs to the person who signs up. */
  readonly needsConfirmation: boolean;
  readonly proof: Exclude<Proof, "link">;
  readonly products: readonly SentProduct[];
  /** The market whose stock and prices they are for; without one, the variants as a whole. */
  readonly market?: string | null;
  readonly topics: readonly string[];
  readonly extras: string | null;
  readonly source: "store-server" | "import" | "browser";
};

export type SubscribeOptions = {
  /** The shopper who signs up, when the row is known already. */
  readonly shopperId?: ShopperId | null;
  /** Finds or creates the shopper's row in the transaction of the sign-up, so that no merge can move it meanwhile. */
  readonly ensureShopper?: (tx: StoreTx) => Promise<ShopperId>;
  /** Limits the variants outside the catalogue. The shop's own server may name as many as it likes. */
  readonly limit?: UnknownLimit;
  /** The caller's transaction. */
  readonly tx?: StoreTx | undefined;
};

export type SubscribedProduct = { readonly variant: Variant; readonly sent: SentProduct };

/** Signs a contact up for products and topics, whether or not they are in stock. A suppressed address gets the same
 *  answer as any other, so that a caller cannot find out which addresses are suppressed. */
export async function subscribe(
  deps: SubscribeDeps,
  store: Store,
  request: SignUpRequest,
  { shopperId = null, ensureShopper, limit, tx }: SubscribeOptions = {},
): Promise<SubscribedProduct[]> {
  const { address, products, market = null, needsConfirmation, proof } = request;
  if (needsConfirmation) requireSender(deps, store, address);
  const platformIds = products.map(({ platformId }) => platformId.text);
  const found = await ensureVariants(deps, store, { platformIds, market }, { limit, tx });
  const subscribed = products.flatMap((sent, index): SubscribedProduct[] =>
    found[index] ? [{ sent, variant: found[index] }] : [],
  );
  const contact = { storeId: store.id, shopperId, hashAddress: deps.hashAddress };
  const signUp = toSignUp(contact, request, proof, toWantedAlerts(request, subscribed));

  const isTrusted = proof === "shop" && !needsConfirmation;
  if (isTrusted && !tx && !ensureShopper && signUp.wanted.length <= BATCHED_ALERTS_MAX) {
    await deps.signUp(signUp);
    return subscribed;
  }
  await deps.db.inStore(
    store.id,
    async (inside) => {
      const ofShopper = { ...signUp, shopperId: ensureShopper ? await ensureShopper(inside) : shopperId };
      if (isTrusted) {
        await signUpContact(inside, ofShopper);
        return;
      }
      const batch = await requestSignUp(inside, ofShopper);
      if (!needsConfirmation) {
        await acceptRequests(inside, batch, null);
        return;
      }
      const { shopperId: owner } = ofShopper;
      await askToConfirm(inside, deps, store, { address, shopperId: owner, locale: request.locale, batch });
      // Last, because it locks the store's count until the commit. The shop's own server may ask as many as it likes.
      if (request.source === "browser") await countConfirmation(inside, store, address.medium);
    },
    tx,
  );
  return subscribed;
}

const toWantedAlerts = (
  { topics, extras, source }: SignUpRequest,
  subscribed: readonly SubscribedProduct[],
): WantedAlert[] =>
  subscribed.flatMap(({ variant, sent }) =>
    topics.map((topic) => ({
      variantId: variant.id,
      topic,
      quantity: sent.quantity,
      extras,
      target: sent.target,
      // What the client sent fills the gaps of the catalogue.
      clientProduct:
        variant.product?.url && variant.productId
          ? null
          : {
              platformId: asSent(sent.platformId),
              productId: asSent(sent.productId),
              url: sent.url,
              by: source === "browser" ? source : "store-server",
            },
    })),
  );
