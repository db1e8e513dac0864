import { SEPARATOR } from "../../../platform/text/platform-id.ts";

/** How the shop calls a variant: by the id of its platform and, where only one market of it is meant, the market's name. */
export type VariantName = { readonly platformId: string; readonly market: string | null };

/** The id under which the row of the variant, or of its market, is stored. */
export const storedIdOf = ({ platformId, market }: VariantName): string =>
  market === null ? platformId : platformId + SEPARATOR + market;

export function nameOf(storedId: string): VariantName {
  const [platformId = "", market = null] = storedId.split(SEPARATOR);
  return { platformId, market };
}
