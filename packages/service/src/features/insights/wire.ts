import { type Static, Type } from "typebox";
import { PlatformIdIn, PlatformIdOut, PlatformIdsIn } from "../../platform/http/wire.ts";
import { asSent, type PlatformId, readPlatformId, readPlatformIds } from "../../platform/text/platform-id.ts";
import { Pid } from "../stores/wire.ts";

const IDS_MAX = 250;

export const SocialCountIn = Type.Object({ pid: Pid, empi: PlatformIdIn("Product id") });
export const SocialCountBatchIn = Type.Object({
  pid: Pid,
  empis: PlatformIdsIn("Product ids, up to 250"),
});

const Count = Type.Object({ empi: PlatformIdOut("Product id"), count: Type.Integer() });
export const SocialCountOut = Type.Object({ data: Count });
export const SocialCountBatchOut = Type.Object({ data: Type.Array(Count) });

export const readSocialCount = ({ empi }: Static<typeof SocialCountIn>) => readPlatformId("empi", empi);

/** Each product once. */
export const readSocialCountBatch = ({ empis }: Static<typeof SocialCountBatchIn>): PlatformId[] => [
  ...new Map(readPlatformIds("empis", empis, IDS_MAX).map((id) => [id.text, id])).values(),
];

type SaveCount = { readonly productId: string; readonly people: number };

/** `counts` has no row for a product that was never saved. */
export function countRecords(ids: readonly PlatformId[], counts: readonly SaveCount[]): Static<typeof Count>[] {
  const people = new Map(counts.map((count) => [count.productId, count.people]));
  return ids.map((id) => ({ empi: asSent(id), count: people.get(id.text) ?? 0 }));
}

export const countRecord = (id: PlatformId, [count]: readonly SaveCount[]): Static<typeof Count> => ({
  empi: asSent(id),
  count: count?.people ?? 0,
});
