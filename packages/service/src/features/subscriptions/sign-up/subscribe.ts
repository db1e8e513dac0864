import { coalesce } from "../../../platform/db/coalesce.ts";
import type { Db, HotDb, StoreTx } from "../../../platform/db/db.ts";
import { unavailable } from "../../../platform/errors.ts";
import type { ShopperId } from "../../../platform/ids.ts";
import type { Metrics } from "../../../platform/metrics.ts";
import { asSent } from "../../../platform/text/platform-id.ts";
import type { Variant, VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Store } from "../../stores/store.ts";
import { type Address, EMAIL, type HashAddress } from "../address.ts";
import type { AlertLinks } from "../alert-links.ts";
import { askToConfirm } from "../confirmation/ask-to-confirm.ts";
import { type SignedUp, type SignUp, signUpMany } from "../sql.ts";
import type { SentProduct } from "./read-sign-up.ts";

export type SignUpFolded = (signUp: SignUp) => Promise<SignedUp>;

/** A drop brings many at once: sign-ups that arrive together share one statement. */
export const createSignUp = (hot: HotDb, metrics: Metrics, ring: () => void): SignUpFolded =>
  coalesce(
    async (signUps) => {
      const signedUp = await signUpMany(hot, signUps);
      ring();
      return signedUp.map((value) => ({ value }));
    },
    {
      inFlight: 2,
      max: 128,
      separateBy: ({ storeId, medium, value }) => `${storeId}:${medium}:${value}`,
      onBatch: (size) => metrics.batches.observe({ verb: "sign-up" }, size),
    },
  );

/** Whoever wants more at once goes alone: a batch stays short for everybody in it. */
const FOLDED_MAX = 10;

export type SubscribeDeps = {
  readonly db: Db;
  readonly variants: VariantCache;
  readonly signUp: SignUpFolded;
  readonly hashAddress: HashAddress;
  readonly links: AlertLinks;
  /** Whether a mail server is configured. */
  readonly canMail: boolean;
};

/** What somebody asks to be told of, and where. */
export type SignUpRequest = {
  readonly address: Address;
  readonly products: readonly SentProduct[];
  readonly topics: readonly string[];
  readonly onMailingList: boolean | null;
  readonly extras: string | null;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
  readonly words: string;
  readonly source: "store-server" | "browser";
  readonly toConfirm: boolean;
};

export type Subscribed = { readonly variant: Variant; readonly sent: SentProduct };

/** Puts somebody in line for products and topics. Stock is not looked at. An address that must not be written to is
 *  taken like any other and kept out of the line: the answer tells nobody. `settle` names the shopper in the transaction
 *  of the sign-up; without it, and with nothing to confirm, sign-ups are folded. */
export async function subscribe(
  parts: SubscribeDeps,
  store: Store,
  wish: SignUpRequest,
  {
    shopperId = null,
    settle,
    tx,
  }: { shopperId?: ShopperId | null; settle?: (tx: StoreTx) => Promise<ShopperId>; tx?: StoreTx | undefined } = {},
): Promise<Subscribed[]> {
  if (wish.toConfirm && wish.address.medium !== EMAIL) throw unavailable("SMS (no sender is configured)");
  if (wish.toConfirm && !parts.canMail) throw unavailable("Mail (no SMTP server is configured)");
  const found = await parts.variants.findByPlatformIds(
    store.id,
    wish.products.map(({ platformId }) => platformId.text),
    { create: true },
  );
  const subscribed = wish.products.flatMap((sent, index): Subscribed[] =>
    found[index] ? [{ sent, variant: found[index] }] : [],
  );
  const signUp = toSignUp(parts.hashAddress, store, wish, subscribed);

  if (!tx && !wish.toConfirm && !settle && signUp.wanted.length <= FOLDED_MAX) {
    await parts.signUp({ ...signUp, shopperId });
    return subscribed;
  }
  const inside = async (within: StoreTx) => {
    const [signedUp] = await signUpMany(within, [{ ...signUp, shopperId: settle ? await settle(within) : shopperId }]);
    if (signedUp?.unconfirmedUntil)
      await askToConfirm(within, parts, store, {
        address: wish.address,
        ...signedUp,
        until: signedUp.unconfirmedUntil,
      });
    within.ringAfterCommit();
  };
  await (tx ? inside(tx) : parts.db.inStore(store.id, inside));
  return subscribed;
}

function toSignUp(
  hashAddress: HashAddress,
  store: Store,
  wish: SignUpRequest,
  subscribed: readonly Subscribed[],
): Omit<SignUp, "shopperId"> {
  const { address, topics, onMailingList, extras, locale, currency, timeZone, words, source, toConfirm } = wish;
  return {
    storeId: store.id,
    ...address,
    addressHash: hashAddress(address, store.id),
    onMailingList,
    locale,
    currency,
    timeZone,
    state: toConfirm ? 0 : 1,
    source,
    consentText: words,
    signedUpAt: null,
    wanted: subscribed.flatMap(({ variant, sent }) =>
      topics.map((topic) => ({
        variantId: variant.id,
        topic,
        quantity: sent.quantity,
        extras,
        target: sent.target,
        // Where the catalogue knows the product, what the client says of it is not kept.
        clientProduct: variant.product
          ? null
          : { platformId: asSent(sent.platformId), productId: asSent(sent.productId), url: sent.url, by: source },
      })),
    ),
  };
}
