/** The switch on a saved item: alerts for the item, sent to the account's own address. */
export type Watch = {
  /** As the client sent it. */
  readonly listId: string;
  readonly platformId: string;
  readonly topics: readonly string[];
  readonly isOn: boolean;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
  readonly ipHash: string | null;
};

/** The source of a watch's sign-up. A subscription with this source ends when the item leaves the shopper's lists. */
export const FROM_LIST = "list";
