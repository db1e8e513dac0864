import { oneLine } from "../../../platform/text/one-line.ts";
import { untitled } from "../../catalog/variants/title-of.ts";
import type { Store } from "../../stores/store.ts";
import { confirmationCopy } from "./copy.ts";

const NAME_MAX = 40;
const TITLE_MAX = 80;

/** The text message whose link, or the answer YES, confirms a sign-up. */
export function confirmText({
  store,
  locale,
  titles,
  url,
}: {
  readonly store: Pick<Store, "name">;
  readonly locale: string | null;
  readonly titles: readonly (string | null)[];
  readonly url: string;
}): string {
  const shop = oneLine(store.name).slice(0, NAME_MAX);
  const [title] = titles;
  return confirmationCopy(locale).text(shop, oneLine(title ?? untitled(shop, locale)).slice(0, TITLE_MAX), url);
}
