import type { VariantId } from "../../../platform/ids.ts";
import type { Details, Item } from "../items/item.ts";

export type PreviewItem = Omit<Item, "details"> & { details: Details | null };

/** Reads the preview of a list row: `{variant,added,packed,…}`. `packed` is 16 bits of quantity, 16 bits of flags and 31
 *  bits of seconds from the addition to the last update. */
export function readPreview(text: string): PreviewItem[] {
  if (text === "{}") return [];
  const numbers = text.slice(1, -1).split(",");
  const items: PreviewItem[] = [];
  for (let at = 0; at + 2 < numbers.length; at += 3) {
    const { low, high: updatedAfter } = halves(numbers[at + 2] ?? "0");
    const addedAt = Number(numbers[at + 1]);
    items.push({
      variantId: numbers[at] as VariantId,
      addedAt,
      updatedAt: addedAt + updatedAfter * 1000,
      quantity: low & 0xffff,
      flags: low >>> 16,
      details: null,
    });
  }
  return items;
}

export function previewVariantIds(text: string): VariantId[] {
  if (text === "{}") return [];
  return text
    .slice(1, -1)
    .split(",")
    .filter((_, at) => at % 3 === 0) as VariantId[];
}

/** The lower 32 and the upper 31 bits. A number of more than 15 digits needs a BigInt. */
function halves(text: string) {
  if (text.length <= 15) return { low: Number(text) % 2 ** 32, high: Math.floor(Number(text) / 2 ** 32) };
  const whole = BigInt(text);
  return { low: Number(whole & 0xffff_ffffn), high: Number(whole >> 32n) };
}
