/** A row of a CSV file, and the line that it begins on. `isCut`: it is longer than a row may be, or its quote is not closed. */
export type CsvRow = { readonly line: number; readonly values: readonly string[]; readonly isCut: boolean };

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Reads CSV in pieces: RFC 4180, with quoted values over several lines, and with line feeds alone, too. A row that is longer
 *  than `rowMax` characters ends there, at the end of its line. Empty lines are no rows. */
export function createCsvParser({ delimiter, rowMax }: { readonly delimiter: string; readonly rowMax: number }) {
  const separator = delimiter.charCodeAt(0);
  let rest = "";
  let line = 1;

  /** The end of a row from `from` on, with its values; undefined when the text ends before. */
  function readRow(text: string, from: number, isLast: boolean): { end: number; values: string[] } | undefined {
    const values: string[] = [];
    let at = from;
    for (;;) {
      let value: string;
      if (text.charCodeAt(at) === QUOTE) {
        let close = at + 1;
        for (;;) {
          close = text.indexOf('"', close);
          if (close < 0) return undefined;
          if (close === text.length - 1 && !isLast) return undefined; // the next piece may begin with a second quote
          if (text.charCodeAt(close + 1) !== QUOTE) break;
          close += 2;
        }
        value = text.slice(at + 1, close).replaceAll('""', '"');
        at = close + 1;
        // Text behind the closing quote belongs to the value, as other programs read it.
        const start = at;
        while (at < text.length && !isEnd(text.charCodeAt(at))) at += 1;
        if (at > start) value += text.slice(start, at);
      } else {
        const start = at;
        while (at < text.length && !isEnd(text.charCodeAt(at))) at += 1;
        value = text.slice(start, at);
      }
      if (at >= text.length && !isLast) return undefined;
      values.push(value);
      const code = text.charCodeAt(at);
      if (at >= text.length) return { end: at, values };
      if (code === separator) {
        at += 1;
        continue;
      }
      if (code === RETURN && at + 1 >= text.length && !isLast) return undefined;
      const isPair = code === RETURN && text.charCodeAt(at + 1) === LINE_FEED;
      return { end: at + (isPair ? 2 : 1), values };
    }
  }
  const isEnd = (code: number) => code === separator || code === LINE_FEED || code === RETURN;

  function countLines(text: string, from: number, to: number) {
    let count = 0;
    for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
    return count || 1; // a return alone ends a line, too
  }

  /** The rows that are complete with this piece. `isLast`: the file ends with it. */
  return function parse(piece: string, isLast: boolean): CsvRow[] {
    const text = rest + piece;
    const rows: CsvRow[] = [];
    let at = 0;
    while (at < text.length) {
      const row = readRow(text, at, isLast);
      const isCut = row === undefined && (text.length - at > rowMax || isLast);
      if (!row && !isCut) break;
      const end = row?.end ?? (text.indexOf("\n", at) + 1 || text.length);
      const values = row?.values ?? [];
      const isEmpty = values.length === 1 && values[0] === "";
      if (isCut || end - at > rowMax) rows.push({ line, values: [], isCut: true });
      else if (!isEmpty) rows.push({ line, values, isCut: false });
      line += countLines(text, at, end);
      at = end;
    }
    rest = text.slice(at);
    return rows;
  };
}
