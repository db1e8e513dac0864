import type { Client, PlatformId } from "../client.ts";

const IDS_MAX = 250;
let batches: { readonly client: Client; readonly empis: Set<string>; readonly counts: Promise<Map<string, number>> }[] =
  [];

/** How many shoppers saved a product. All products of a page are fetched in one call. Returns 0 if the call fails. */
export async function fetchSaveCount(client: Client, empi: PlatformId): Promise<number> {
  let batch = batches.find((one) => one.client === client && one.empis.size < IDS_MAX);
  if (!batch) {
    const empis = new Set<string>();
    const counts = new Promise<void>((resolve) => void setTimeout(resolve)).then(async () => {
      batches = batches.filter((one) => one.empis !== empis);
      const found = await client.socialCounts([...empis]);
      return new Map(found.map((one) => [String(one.empi), one.count]));
    });
    batch = { client, empis, counts };
    batches.push(batch);
  }
  batch.empis.add(String(empi));
  return batch.counts.then(
    (counts) => counts.get(String(empi)) ?? 0,
    () => 0,
  );
}
