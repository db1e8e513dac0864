import { Type } from "typebox";
import type { StoreSettings } from "../../stores/settings/settings.ts";

const URL_MAX = 2_048;

/** The address of a product page, as clients send it: a URL, or a path of the shop. */
export const PageUrl = Type.String({
  maxLength: URL_MAX,
  pattern: "^(https?://|/)",
  examples: ["https://shop.example/products/boots", "/products/boots"],
  description: "http or https, or a path of the shop such as /products/boots",
});

/** The address of a picture. Many platforms send it without `https:`. What could run a script is refused. */
export const PictureUrl = Type.String({
  maxLength: URL_MAX,
  pattern: "^(https?://|[^:?#]*([/?#]|$)|[\\w-]+(\\.[\\w-]+)+:\\d+(/|$))",
  examples: ["https://cdn.example/boots.jpg", "//cdn.example/boots.jpg"],
  description: "With or without https:, such as //cdn.example/boots.jpg",
});

/** A path is completed with the address of the shop, if the store has set it. One that gives no URL, such as `//[`, stays
 *  as it is. */
export const toPageUrl = ({ shop }: StoreSettings, url: string): string =>
  (url.startsWith("/") && shop?.url && URL.parse(url, shop.url)?.href) || url;
