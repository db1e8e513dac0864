/** One row for each event: id, subject, store, payload, all as text. Probes have their number in the place of the store. */
export type EventRow = readonly [id: string, subject: string, store: string, payload: string];

/** One way to carry events through PostgreSQL from any number of writers to six readers. */
export type EventLog = {
  /** Creates the tables and the readers. */
  prepare(url: string): Promise<void>;
  /** Returns a function that writes one event for each store, all in one transaction. */
  openWriter(url: string): Promise<Opened<(subject: string, stores: readonly number[]) => Promise<void>>>;
  /** Starts what makes written events readable, every TICK_MS. */
  startTicker(url: string): Promise<{ close(): Promise<void> }>;
  /** Returns a function that reads the next events and saves the reader's position. It returns none when there are none
   *  yet. */
  openReader(url: string, reader: number): Promise<Opened<() => Promise<readonly EventRow[]>>>;
};

export type Opened<Fn> = { readonly call: Fn; close(): Promise<void> };

export const READERS = 6;
export const TICK_MS = 50;

/** The payload of an event, about a hundred bytes, as the service builds it. */
export const PAYLOAD =
  "jsonb_build_object('listId', (4611686018427387904 + store)::text, 'variantIds', array[store::text, (store + 7)::text], 'at', now())";
