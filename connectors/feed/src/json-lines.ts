import { Refusal } from "./refusal.ts";

const CHARACTERS_MAX = 65_536;

/** Reads one JSON object per line. */
export async function* readJsonLines(
  chunks: AsyncIterable<string>,
): AsyncGenerator<{ line: number; value: Record<string, unknown> }> {
  let rest = "";
  let line = 0;
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      line += 1;
      if (text.trim() !== "") yield { line, value: parse(text, line) };
    }
    if (rest.length > CHARACTERS_MAX) throw tooLong(line + 1);
  }
  if (rest.trim() !== "") yield { line: line + 1, value: parse(rest, line + 1) };
}

function parse(text: string, line: number): Record<string, unknown> {
  if (text.length > CHARACTERS_MAX) throw tooLong(line);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new Refusal(400, `Line ${line} is not a JSON object.`);
}

const tooLong = (line: number) => new Refusal(400, `Line ${line} is longer than ${CHARACTERS_MAX} characters.`);
