import type { VariantId } from "../../../platform/ids.ts";
import type { Details, Item } from "../items/item.ts";

export type PreviewItem = Omit<Item, "details"> & { details: Details | null };

/** `{variant,added,packed,…}` as the list row keeps it. Packed: 16 bits quantity, 16 bits flags, 31 bits seconds to the last update. */
export function readPreview(text: string): PreviewItem[] {
  if (text === "{}") return [];
  const parts = text.slice(1, -1).split(",");
  const items: PreviewItem[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const { low, high: updatedAfter } = halves(parts[at + 2] ?? "0");
    const addedAt = Number(parts[at + 1]);
    items.push({
      variantId: parts[at] as VariantId,
      addedAt,
      updatedAt: addedAt + updatedAfter * 1000,
      quantity: low & 0xffff,
      flags: low >>> 16,
      details: null,
    });
  }
  return items;
}

/** Only which variants they are. */
export function previewed(text: string): VariantId[] {
  if (text === "{}") return [];
  return text
    .slice(1, -1)
    .split(",")
    .filter((_, at) => at % 3 === 0) as VariantId[];
}

/** The two halves of 63 bits: more than a number holds, unless it is short. */
function halves(text: string) {
  if (text.length <= 15) return { low: Number(text) % 2 ** 32, high: Math.floor(Number(text) / 2 ** 32) };
  const whole = BigInt(text);
  return { low: Number(whole & 0xffff_ffffn), high: Number(whole >> 32n) };
}
