/** Removes the tags of Liquid and replaces its values with a web link, so that the HTML around them can be checked. */
export function withoutLiquid(html: string) {
  let plain = "";
  let at = 0;
  while (at < html.length) {
    const begin = html.indexOf("{", at);
    if (begin < 0) break;
    const kind = html[begin + 1];
    const end = kind === "%" ? html.indexOf("%}", begin) : kind === "{" ? html.indexOf("}}", begin) : -1;
    if (end < 0) {
      plain += html.slice(at, begin + 1);
      at = begin + 1;
    } else {
      plain += html.slice(at, begin) + (kind === "{" ? "https://x y" : "");
      at = end + 2;
    }
  }
  return plain + html.slice(at);
}
