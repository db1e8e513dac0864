import { readFile, rename, writeFile } from "node:fs/promises";

/** What the program remembers between two documents. */
export type State = {
  /** When the newest document was signed. */
  readonly signedAt: number;
  /** When the newest complete document was signed. An older document has nothing to add to it. */
  readonly completeAt: number;
  /** The documents of the last minutes by the second they were signed in, each second in the order in which they came. */
  readonly documents: ReadonlyMap<number, readonly string[]>;
  readonly etag: string | undefined;
  /** The locations of each variant that Keepsake was told of. */
  readonly known: ReadonlyMap<string, readonly string[]>;
};

export async function readState(file: string): Promise<State> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined)
    return { signedAt: 0, completeAt: 0, documents: new Map(), etag: undefined, known: new Map() };
  const { signedAt, completeAt, ids, documents, etag, known } = JSON.parse(text) as Stored;
  return {
    signedAt,
    completeAt: completeAt ?? signedAt,
    documents: new Map(documents ?? [[signedAt, ids ?? []]]),
    etag,
    known: new Map(known),
  };
}

type Stored = {
  readonly signedAt: number;
  readonly completeAt?: number;
  readonly documents?: [number, string[]][];
  /** Until November 2026 the program remembered only the documents of the newest second. */
  readonly ids?: string[];
  readonly etag?: string;
  readonly known: [string, string[]][];
};

/** The new file takes the place of the old one at once, so a crash leaves one of them. */
export async function writeState(file: string, { documents, known, ...rest }: State): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify({ ...rest, documents: [...documents], known: [...known] }));
  await rename(`${file}.new`, file);
}
