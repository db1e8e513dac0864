import type { VariantId } from "../../platform/ids.ts";
import type { Address } from "./address.ts";

/** What identifies a subscription. */
export type SubscriptionKey = { readonly address: Address; readonly variantId: VariantId; readonly topic: string };
