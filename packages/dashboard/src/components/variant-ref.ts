type OfMarket = { readonly market?: string };

/** The market of a variant, for names that are only text. The variant as a whole has none. */
export const marketName = ({ market }: OfMarket) => market?.toUpperCase();

/** How calls name a variant, or a market of it. */
export const refOf = ({ epi, market }: OfMarket & { readonly epi: string }) => ({ epi, ...(market ? { market } : {}) });
export type VariantRef = ReturnType<typeof refOf>;

/** Tells rows and options apart. */
export const keyOf = ({ epi, market }: OfMarket & { readonly epi: string | null }) =>
  market ? `${epi} ${market}` : `${epi}`;

/** The search of a link to the page of a variant. */
export const searchOf = ({ market }: OfMarket, topic?: string | null) => ({
  ...(topic ? { topic } : {}),
  ...(market ? { market } : {}),
});
