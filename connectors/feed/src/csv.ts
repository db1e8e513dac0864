import { Refusal } from "./refusal.ts";

const FIELDS_MAX = 40;
const CHARACTERS_MAX = 65_536;

/** Reads rows of CSV as RFC 4180 writes them: quoted fields may have commas, line ends and doubled quotes. */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<{ line: number; fields: string[] }> {
  let fields: string[] = [];
  let field = "";
  let state: "start" | "plain" | "quoted" | "quote" = "start";
  let line = 1;
  let begin = 1;
  let size = 0;

  const endField = () => {
    fields.push(field);
    if (fields.length > FIELDS_MAX) throw new Refusal(400, `Line ${line} has more than ${FIELDS_MAX} fields.`);
    field = "";
    state = "start";
  };
  const endRow = () => {
    endField();
    const row = { line: begin, fields };
    fields = [];
    size = 0;
    begin = line + 1;
    return row;
  };

  for await (const chunk of chunks)
    for (const character of chunk) {
      size += 1;
      if (size > CHARACTERS_MAX) throw new Refusal(400, `Line ${begin} is longer than ${CHARACTERS_MAX} characters.`);
      if (state === "quoted") {
        if (character === '"') state = "quote";
        else field += character;
        if (character === "\n") line += 1;
      } else if (character === '"' && state === "start") state = "quoted";
      else if (character === '"' && state === "quote") {
        field += character;
        state = "quoted";
      } else if (character === ",") endField();
      else if (character === "\n") {
        yield endRow();
        line += 1;
      } else if (character !== "\r") {
        if (state === "quote") throw new Refusal(400, `Line ${line} has text after a closing quote.`);
        field += character;
        state = "plain";
      }
    }
  if (state === "quoted")
    throw new Refusal(400, `The quote that opens in line ${begin} is not closed: the file was cut off.`);
  if (field !== "" || fields.length > 0) yield endRow();
}
