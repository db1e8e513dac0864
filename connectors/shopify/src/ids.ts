/** Shopify's global ids end in the number that themes and webhooks use. */
export const numberOf = (gid: string) => /\/(\d+)(?:\?|$)/.exec(gid)?.[1] ?? gid;
export const gidOf = (type: string, number: string | number) => `gid://shopify/${type}/${number}`;
export const typeOf = (gid: string) => /^gid:\/\/shopify\/(\w+)\//.exec(gid)?.[1] ?? "";
