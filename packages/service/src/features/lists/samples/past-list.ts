import type { ListId, ShopperId, VariantId } from "../../../platform/ids.ts";

export type PastList = {
  readonly id: ListId;
  readonly shopperId: ShopperId;
  readonly publicId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
};
export type PastItem = { readonly listId: ListId; readonly variantId: VariantId; readonly addedAt: string };
