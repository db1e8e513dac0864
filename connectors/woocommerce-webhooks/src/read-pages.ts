import type { Api } from "./api.ts";

const PER_PAGE = 100;
/** More calls than a list of about 200,000 entries needs mean an error. */
const CALLS_MAX = 2_000;

/** The pages of a list, by ascending ids. WooCommerce counts positions, and an entry that is deleted during the read moves all later
 *  ones down. So each page begins with the entry that was read last. Where it begins behind it, some were skipped, and the read
 *  goes back a page. */
export async function* readPages<Entry extends { readonly id: number }>(
  api: Api,
  path: string,
): AsyncGenerator<readonly Entry[]> {
  const joint = path.includes("?") ? "&" : "?";
  let [offset, last] = [0, 0];
  for (let calls = 1; calls <= CALLS_MAX; calls += 1) {
    const found = await api.get<readonly Entry[]>(
      `${path}${joint}per_page=${PER_PAGE}&offset=${offset}&orderby=id&order=asc`,
    );
    if (offset > 0 && !(found[0] && found[0].id <= last)) {
      offset = Math.max(0, offset - (PER_PAGE - 1));
      continue;
    }
    const unread = found.filter(({ id }) => id > last);
    if (unread.length > 0) yield unread;
    if (found.length < PER_PAGE) return;
    last = unread.at(-1)?.id ?? last;
    offset += PER_PAGE - 1;
  }
  // What was not read would count as deleted, or would never be read.
  throw new Error(`WooCommerce's ${path.split("?")[0]} did not end after ${CALLS_MAX} pages.`);
}
