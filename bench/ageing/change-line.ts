import type { Client } from "pg";
import type { Deps } from "../../packages/service/src/app.ts";
import { signUpMany } from "../../packages/service/src/features/subscriptions/sign-up/sql.ts";
import type { VariantId } from "../../packages/service/src/platform/ids.ts";
import { VARIANTS } from "../seed-lists.ts";
import { distinct, eachBatch, random } from "./draw.ts";
import type { Shop } from "./seed.ts";

const BY_EMAIL = 1;
/** So many sign-ups go to one variant, which everybody wants this month. */
const POPULAR_IN = 10;
const UNSUBSCRIBED = 6;

/** The statement of the service that signs many people up. Every second one is new. */
export const signUp = ({ db, hashAddress }: Deps, { store, firstId, people }: Shop, popular: number, count: number) =>
  eachBatch(count, async (size) => {
    const signUps = distinct(size, () => random(2 * people)).map((person, index) => {
      const address = { medium: BY_EMAIL, value: `person-${person}@example.com` } as const;
      const variant = index % POPULAR_IN === 0 ? popular : random(VARIANTS) - 1;
      return {
        storeId: store.id,
        ...address,
        addressHash: hashAddress(address, store.id),
        onMailingList: null,
        locale: null,
        currency: null,
        timeZone: null,
        shopperId: null,
        proof: "shop" as const,
        source: "store-server",
        consentText: "",
        consentedAt: null,
        ipHash: null,
        confirmation: null,
        wanted: [
          {
            variantId: `${firstId + BigInt(variant)}` as VariantId,
            topic: "backinstock",
            quantity: null,
            extras: null,
            clientProduct: null,
            target: null,
          },
        ],
      };
    });
    await signUpMany(db.hot, signUps);
  });

const LEAVE = `with gone as (
    update subscriptions set state = ${UNSUBSCRIBED} where store_id = $1 and id = any($2::bigint[]) and state = 1 returning id, state
  ) insert into ledger (store_id, subscription_id, state, reason) select $1, id, state, 'unsubscribed' from gone`;

/** People who unsubscribe. The service does it one by one; this writes the same rows. */
export const leave = (client: Client, { store, firstId, people }: Shop, count: number) =>
  eachBatch(count, (size) =>
    client.query(LEAVE, [store.id, distinct(size, () => random(people)).map((n) => `${firstId + BigInt(n)}`)]),
  );
