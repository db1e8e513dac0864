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

/** Reads the text of a log. `broken` are the numbers of the lines that nobody can read: a full disk or a crash has cut them.
 *  `isCut`: the last one was not written to the end; its caller never got an answer. */
export function readLog(text: string): {
  readonly lines: readonly LogLine[];
  readonly broken: readonly number[];
  readonly isCut: boolean;
} {
  const read = text.split("\n").map(readLine);
  const isCut = read.at(-1) === undefined;
  return {
    lines: read.filter((line) => line !== undefined && line !== null),
    broken: (isCut ? read.slice(0, -1) : read).flatMap((line, index) => (line === undefined ? [index + 1] : [])),
    isCut,
  };
}

/** Null for an empty line, undefined for one that Keepsake did not write, or not to the end. */
function readLine(text: string): LogLine | null | undefined {
  if (text.trim() === "") return null;
  try {
    const line: unknown = JSON.parse(text);
    return lines.Check(line) ? line : undefined;
  } catch {
    return undefined;
  }
}
