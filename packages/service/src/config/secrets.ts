const LENGTH_MIN = 32;

/** Reads one or more secrets, newest first, separated by commas. A secret of an older version may contain a comma itself;
 *  its pieces are then shorter than a secret may be. */
export function readSecrets(text: string): [string, ...string[]] {
  const pieces = text.split(",").map((piece) => piece.trim());
  const [first = text, ...older] = pieces.every((piece) => piece.length >= LENGTH_MIN) ? pieces : [text];
  return [first, ...older];
}
