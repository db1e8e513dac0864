import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import type { ErasureId, StoreId } from "../../../platform/ids.ts";
import type { Regid } from "../../shoppers/regid.ts";

const StoreRef = Type.Object({
  id: Type.Unsafe<StoreId>(Type.Integer({ minimum: 1 })),
  pid: Type.String({ maxLength: 64 }),
});

const PersonLine = Type.Object({
  kind: Type.Literal("person"),
  at: Type.String({ maxLength: 40 }),
  store: StoreRef,
  erasure: Type.Unsafe<ErasureId>(Type.String({ pattern: "^\\d{1,19}$" })),
  /** Keyed hashes of the addresses. */
  addresses: Type.Array(Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }), { maxItems: 10_000 }),
  /** Keyed hashes of the account's address and of devices, and the epoch that sessions must have from then on. */
  shoppers: Type.Array(
    Type.Object({
      regid: Type.Unsafe<Regid>(Type.String({ pattern: "^[0-9a-f]{32}$" })),
      epoch: Type.Integer({ minimum: 0 }),
    }),
    { maxItems: 100_000 },
  ),
});
const StoreLine = Type.Object({ kind: Type.Literal("store"), at: Type.String({ maxLength: 40 }), store: StoreRef });
const Line = Type.Union([PersonLine, StoreLine]);

/** A line of the erasure log. */
export type LogLine = DeepReadonly<Static<typeof Line>>;
export type PersonLine = Extract<LogLine, { readonly kind: "person" }>;
type DeepReadonly<T> = T extends string | number ? T : { readonly [K in keyof T]: DeepReadonly<T[K]> };

const lines = Compile(Line);

/** Reads the text of a log. `isCut`: its last line was not written to the end, because the process died; that erasure was
 *  not answered. */
export function readLog(text: string): { readonly lines: readonly LogLine[]; readonly isCut: boolean } {
  const written = text.split("\n");
  const rest = written.pop() ?? "";
  return {
    isCut: rest !== "",
    lines: written.flatMap((line, index) => (line.trim() === "" ? [] : [readLine(line, index + 1)])),
  };
}

function readLine(text: string, number: number): LogLine {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch (cause) {
    throw new Error(`Line ${number} of the erasure log is not JSON.`, { cause });
  }
  if (!lines.Check(line)) throw new Error(`Line ${number} of the erasure log is not one that Keepsake wrote.`);
  return line;
}
