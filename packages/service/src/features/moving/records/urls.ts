import { toPageUrl } from "../../catalog/variants/client-urls.ts";
import type { Store } from "../../stores/store.ts";
import { Refused } from "../refused.ts";
import type { Fields } from "./fields.ts";

const URL_MAX = 2_048;
const PAGE = /^(https?:\/\/|\/)/i;
const PICTURE = /^(https?:\/\/|[^:?#]*([/?#]|$))/i;

export const isPageUrl = (url: string) => PAGE.test(url) && url.length <= URL_MAX;
export const isPictureUrl = (url: string) => PICTURE.test(url) && url.length <= URL_MAX;

/** The address of a page; a path is completed with that of the shop. What could run a script is refused. */
export function readPageUrl(store: Store, fields: Fields, name: string): string | null {
  const url = fields.text(name, URL_MAX, "invalid-url");
  if (url !== null && !isPageUrl(url)) throw new Refused("invalid-url", name);
  return url === null ? null : toPageUrl(store.settings, url);
}

export function readPictureUrl(fields: Fields, name: string): string | null {
  const url = fields.text(name, URL_MAX, "invalid-url");
  if (url !== null && !isPictureUrl(url)) throw new Refused("invalid-url", name);
  return url;
}
