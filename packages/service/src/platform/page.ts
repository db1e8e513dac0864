/** Which part of a long result a caller wants. */
export type Page = { readonly limit: number; readonly offset: number };
