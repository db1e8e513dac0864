/** Reads the text of an answer. Throws when it is longer, so that no host can fill the memory. `of`: what is read, for the
 *  error. */
export async function readBody(
  response: Response,
  { bytesMax, of }: { readonly bytesMax: number; readonly of: string },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > bytesMax) throw new Error(`${of} has more than ${bytesMax} bytes.`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString();
}
