declare const brand: unique symbol;
type Branded<Base, Name> = Base & { readonly [brand]: Name };

/** 12 bits shard | 19 bits number. */
export type StoreId = Branded<number, "StoreId">;
/** A bigint in text: 12 bits shard | 32 bits seconds | 19 bits sequence. */
export type ShopperId = Branded<string, "ShopperId">;
export type VariantId = Branded<string, "VariantId">;
/** The internal id of a list; the API shows its public id. */
export type ListId = Branded<string, "ListId">;
export type ContactId = Branded<string, "ContactId">;
/** The sign-up requests of one shopper for one address. */
export type BatchId = Branded<string, "BatchId">;
export type SubscriptionId = Branded<string, "SubscriptionId">;
/** The erasure of one person. */
export type ErasureId = Branded<string, "ErasureId">;
export type PlanId = Branded<string, "PlanId">;
/** A webhook endpoint of a store. */
export type EndpointId = Branded<string, "EndpointId">;
/** A marketing tool of a store. */
export type ConnectionId = Branded<string, "ConnectionId">;
