import type { WithIdempotencyKey } from "../../../platform/http/idempotency-key.ts";
import type { Limits, Policy } from "../../../platform/http/limits.ts";
import { enforce } from "../../../platform/http/rate-limit.ts";
import type { Http } from "../../../platform/http/server.ts";
import { readPlatformId } from "../../../platform/text/platform-id.ts";
import type { Shopper, ShopperSessions } from "../../shoppers/shopper.ts";
import { alertRules } from "../../stores/settings/settings.ts";
import { mediumName, toMedium } from "../address.ts";
import { nothingNamed } from "../errors.ts";
import { fetchSubscriptions } from "../preferences/fetch-subscriptions.ts";
import { removeSubscriptions } from "../preferences/remove-subscriptions.ts";
import { watchItem } from "../watches/watch-item.ts";
import { productRecord, toSentProduct } from "./product-record.ts";
import { createdAnswer, formOrJson, refusals, sendJson } from "./routes.ts";
import { type SignUpRequest, type SubscribeDeps, subscribe } from "./subscribe.ts";
import * as wire from "./wire.ts";

/** Against floods, beside the limit of every call: by one shopper, and for one address in one store. */
const BY_SHOPPER: Policy = { name: "subscriptions", points: 60, seconds: 60 };
const FOR_ADDRESS: Policy = { name: "subscriptions-address", points: 60, seconds: 3_600 };

const shopperCall = { tags: ["Alerts"], consumes: formOrJson };

export type BrowserParts = SubscribeDeps & {
  readonly shoppers: ShopperSessions;
  readonly limits: Limits;
  readonly withIdempotencyKey: WithIdempotencyKey;
};

/** For browsers, as a shopper. */
export function subscriptionRoutes(http: Http, parts: BrowserParts) {
  const { shoppers, limits, withIdempotencyKey } = parts;
  const asWho = (shopper: Shopper) => ({ storeId: shopper.store.id, credential: shopper.regid });

  http.post("/api/v3/subscriptions/create", {
    schema: {
      ...shopperCall,
      summary: "Subscribe to alerts",
      description:
        "Where the store asks for it (it does unless set), a mail is sent first and the link in it confirms.",
      body: wire.BrowserCreateIn,
      response: { 200: wire.AnyOut, ...refusals },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identify(request, reply);
      const { store } = shopper;
      const toConfirm = alertRules(store.settings).browserDoubleOptIn;
      const wish: SignUpRequest = { ...wire.readSignUp(request.body), source: "browser", toConfirm };
      await enforce(limits, BY_SHOPPER, `${store.id}:${shopper.regid}`, reply);
      await enforce(limits, FOR_ADDRESS, parts.hashAddress(wish.address, store.id), reply);
      // An account stays who it is; a guest may become part of one at any moment, and is held meanwhile.
      const isAccount = shopper.email !== null && shopper.id !== undefined;
      const who = isAccount
        ? { shopperId: shopper.id ?? null }
        : { settle: (tx: Parameters<ShopperSessions["ensureRow"]>[0]) => shoppers.ensureRow(tx, shopper) };
      return sendJson(
        reply,
        await withIdempotencyKey(request, asWho(shopper), async (tx) =>
          createdAnswer(wish, await subscribe(parts, store, wish, { ...who, tx })),
        ),
      );
    },
  });

  http.post("/api/v3/subscriptions/fetch-subs", {
    schema: {
      ...shopperCall,
      summary: "What a shopper is subscribed to",
      description:
        "Newest first, 10 at a time unless limit says otherwise (100 at most). For guests, addresses are masked.",
      body: wire.FetchIn,
      response: { 200: wire.AnyOut, ...refusals },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identify(request, reply);
      const { topic, medium } = request.body;
      const page = wire.readPage(request.body);
      const found = await fetchSubscriptions(parts, shopper, {
        ...page,
        topic: topic ?? null,
        medium: medium ? toMedium(medium) : null,
      });
      const subscriptions = found.subscriptions.map(({ variant, ...one }) => ({
        ...productRecord(variant, toSentProduct(one.clientProduct)),
        topic: one.topic,
        medium: mediumName(one.medium),
        mediumvalue: one.value ?? MASK,
        state: one.state,
        cts: one.signedUpAt.getTime(),
      }));
      return sendJson(reply, JSON.stringify({ ...page, total: found.total, subscriptions }));
    },
  });

  http.post("/api/v3/lists/watch", {
    schema: {
      ...shopperCall,
      summary: "Watch a saved item for price drops and low stock",
      description:
        "The switch on an item of one's own list, on=1 or on=0. It ends when the item leaves the last list. For shoppers whose email is known.",
      body: wire.WatchIn,
      response: { 200: wire.AnyOut, ...refusals },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identify(request, reply);
      const watch = wire.readWatch(request.body);
      await enforce(limits, BY_SHOPPER, `${shopper.store.id}:${shopper.regid}`, reply);
      return sendJson(
        reply,
        await withIdempotencyKey(request, asWho(shopper), async (tx) => {
          await watchItem(parts, shopper, watch, tx);
          const message = watch.isOn ? "Watched" : "Not watched any more";
          return JSON.stringify({ message, topics: watch.topics, on: watch.isOn });
        }),
      );
    },
  });

  http.post("/api/v3/subscriptions/remove", {
    schema: {
      ...shopperCall,
      summary: "End alerts of a shopper",
      description:
        "By epi, or by empi for all variants of a product; topic and medium narrow it. Repeating it changes nothing.",
      body: wire.RemoveIn,
      response: { 200: wire.AnyOut, ...refusals },
    },
    handler: async (request, reply) => {
      const shopper = await shoppers.identify(request, reply);
      const { epi, empi, topic, medium } = request.body;
      if (!isSent(epi) && !isSent(empi)) throw nothingNamed();
      const what = {
        ...(isSent(epi) ? { epi: readPlatformId("epi", epi).text } : { empi: readPlatformId("empi", empi).text }),
        topic: topic ?? null,
        medium: medium ? toMedium(medium) : null,
      };
      return sendJson(
        reply,
        await withIdempotencyKey(request, asWho(shopper), async (tx) => {
          const removed = await removeSubscriptions(parts, shopper, what, tx);
          return JSON.stringify({ message: removed > 0 ? "Unsubscribed" : "There was nothing to end", removed });
        }),
      );
    },
  });
}

const MASK = "XXXXXX";
const isSent = (value: unknown) => value !== undefined && value !== null && value !== "";
