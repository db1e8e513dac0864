/** Where Keepsake is, for a connector. */
export type Door = { readonly url: string; readonly pid: string; readonly key: string };

export type NewProduct = {
  readonly title: string;
  readonly option: string;
  readonly price: number;
  readonly stock: number;
};
export type Product = { readonly productId: string; readonly variantId: string };

/** What the check does with a shop platform, always over the platform's own API. */
export type Platform = {
  readonly name: string;
  /** Installs the platform and the plugin from the plugin's own lockfile, and builds the plugin. */
  install(): Promise<void>;
  /** Starts the real server, with the plugin or without. The first start prepares the database and the shop. */
  start(options: { readonly hasPlugin: boolean }): Promise<void>;
  stop(): Promise<void>;
  createProduct(product: NewProduct): Promise<Product>;
  setStock(product: Product, units: number): Promise<void>;
  /** At a second location, which the shop sells from, too. */
  setStockElsewhere(product: Product, units: number): Promise<void>;
  /** The merchant deletes the second location. */
  closeElsewhere(): Promise<void>;
  deleteProduct(product: Product): Promise<void>;
  /** What the platform's administration shows, at both locations together. */
  readStock(product: Product): Promise<{ readonly stocked: number; readonly reserved: number }>;
  /** A new shopper buys. Returns false if the platform refuses because of the stock. */
  buy(product: Product, units: number, email: string): Promise<boolean>;
  /** The shopper follows the link of an accepted offer and buys what it reserves. */
  claim(link: string, email: string): Promise<boolean>;
};
