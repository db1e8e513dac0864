const LINE_MAX = 1024 * 1024;

/** The lines of a stream, one at a time. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LINE_MAX) throw new Error("A line of the file is too long.");
    for (const line of lines) if (line !== "") yield line;
  }
  if (rest !== "") yield rest;
}
