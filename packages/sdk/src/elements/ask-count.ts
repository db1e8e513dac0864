import type { Client, PlatformId } from "../client.ts";

const IDS_MAX = 250;
let wanted: { readonly client: Client; readonly empis: Set<string>; readonly counts: Promise<Map<string, number>> }[] =
  [];

/** How many saved a product. Whatever a page shows is asked for in one call; where nobody answers it is nobody. */
export async function askCount(client: Client, empi: PlatformId): Promise<number> {
  let batch = wanted.find((one) => one.client === client && one.empis.size < IDS_MAX);
  if (!batch) {
    const empis = new Set<string>();
    const counts = new Promise<void>((resolve) => void setTimeout(resolve)).then(async () => {
      wanted = wanted.filter((one) => one.empis !== empis);
      const found = await client.socialCounts([...empis]);
      return new Map(found.map((one) => [String(one.empi), one.count]));
    });
    batch = { client, empis, counts };
    wanted.push(batch);
  }
  batch.empis.add(String(empi));
  return batch.counts.then(
    (counts) => counts.get(String(empi)) ?? 0,
    () => 0,
  );
}
