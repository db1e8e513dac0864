/** What the events of Medusa say: an id or several. */
export type Named = { readonly id: string | readonly string[] } | readonly { readonly id: string }[];

export const namedBy = (data: Named): string[] => ("id" in data ? [data.id].flat() : data.map(({ id }) => id));
