import { fragment } from "../../../platform/db/fragment.ts";
import { SEPARATOR } from "../../../platform/text/platform-id.ts";

const CHARACTER = `chr(${SEPARATOR.charCodeAt(0)})`;

/** The platform's id of the variant `v`, in a line of an export. */
export const PLATFORM_ID = fragment(`split_part(v.platform_id, ${CHARACTER}, 1)`);

/** The end of a line without its bracket: with `market` if `v` is one. */
export const MARKET_END = fragment(
  `case when position(${CHARACTER} in v.platform_id) > 0 then ', "market" : ' || to_json(split_part(v.platform_id, ${CHARACTER}, 2))::text else '' end || '}'`,
);
