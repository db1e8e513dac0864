import { Type } from "typebox";
import { Pid } from "../stores/wire.ts";

export const SocialCountIn = Type.Object({ pid: Pid, empi: Type.Unknown({ description: "Product id" }) });
export const SocialCountBatchIn = Type.Object({
  pid: Pid,
  empis: Type.Unknown({ description: "Product ids, 250 at most; in a form, as JSON text or with commas" }),
});

const Count = Type.Object({ empi: Type.Unsafe<string | number>({}), count: Type.Integer() });
export const SocialCountOut = Type.Object({ data: Count });
export const SocialCountBatchOut = Type.Object({ data: Type.Array(Count) });
