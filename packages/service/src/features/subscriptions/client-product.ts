/** A product as the sign-up described it; ids keep the JSON type they had. */
export type ClientProduct = {
  readonly platformId: unknown;
  readonly productId: unknown;
  readonly url: string;
  readonly by: "store-server" | "browser";
};
