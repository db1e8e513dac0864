import { coalesce } from "../../../platform/db/coalesce.ts";
import type { Db, HotDb, StoreTx } from "../../../platform/db/db.ts";
import { unavailable } from "../../../platform/errors.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import { asSent } from "../../../platform/text/platform-id.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Store } from "../../stores/store.ts";
import { EMAIL, type HashAddress } from "../address.ts";
import type { AlertLinks } from "../alert-links.ts";
import { askToConfirm } from "../confirmation/ask-to-confirm.ts";
import { noConfirmationBySms } from "../errors.ts";
import {
  type SentProduct,
  type SignedUp,
  type SignUp,
  type SignUpTerms,
  toSignUp,
  type WantedAlert,
} from "./sign-up.ts";
import { signUpContact } from "./sign-up-contact.ts";
import { signUpMany } from "./sql.ts";

type BatchedSignUp = (signUp: SignUp) => Promise<SignedUp>;

/** Sign-ups that arrive at the same time share one statement, because a popular product causes many at once. */
export const createSignUp = (hot: HotDb, metrics: Metrics, wakeWorkers: () => void): BatchedSignUp =>
  coalesce(
    async (signUps) => {
      const signedUp = await signUpMany(hot, signUps);
      wakeWorkers();
      return signedUp.map((value) => ({ value }));
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

export type SubscribeDeps = {
  readonly db: Db;
  readonly variants: VariantCache;
  readonly signUp: BatchedSignUp;
  readonly hashAddress: HashAddress;
  readonly links: AlertLinks;
  /** Whether a mail server is configured. */
  readonly canMail: boolean;
};

export type SignUpRequest = SignUpTerms & {
  readonly products: readonly SentProduct[];
  readonly topics: readonly string[];
  readonly extras: string | null;
  readonly source: "store-server" | "browser";
};

export type SubscribeOptions = {
  /** The shopper who signs up, when the row is known already. */
  readonly shopperId?: ShopperId | null;
  /** Finds or creates the shopper's row in the transaction of the sign-up, so that no merge can move it meanwhile. */
  readonly ensureShopper?: (tx: StoreTx) => Promise<ShopperId>;
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
  { shopperId = null, ensureShopper, tx }: SubscribeOptions = {},
): Promise<SubscribedProduct[]> {
  const { address, products, needsConfirmation } = request;
  if (needsConfirmation && address.medium !== EMAIL) throw noConfirmationBySms();
  if (needsConfirmation && !deps.canMail) throw unavailable("Mail (no mail provider is configured)");
  const found = await deps.variants.findByPlatformIds(
    store.id,
    products.map(({ platformId }) => platformId.text),
    { create: true },
  );
  const subscribed = products.flatMap((sent, index): SubscribedProduct[] =>
    found[index] ? [{ sent, variant: found[index] }] : [],
  );
  const contact = { storeId: store.id, shopperId, hashAddress: deps.hashAddress };
  const signUp = toSignUp(contact, request, toWantedAlerts(request, subscribed));

  const isBatched = !tx && !needsConfirmation && !ensureShopper && signUp.wanted.length <= BATCHED_ALERTS_MAX;
  if (isBatched) {
    await deps.signUp(signUp);
    return subscribed;
  }
  await deps.db.inStore(
    store.id,
    async (inside) => {
      const owner = ensureShopper ? await ensureShopper(inside) : shopperId;
      const signedUp = await signUpContact(inside, { ...signUp, shopperId: owner });
      if (!signedUp?.unconfirmedUntil) return;
      const { contactId, unconfirmedUntil: until } = signedUp;
      await askToConfirm(inside, deps, store, { address, contactId, until });
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
      // The client's description is stored only when the product is not in the catalogue.
      clientProduct: variant.product
        ? null
        : { platformId: asSent(sent.platformId), productId: asSent(sent.productId), url: sent.url, by: source },
    })),
  );
