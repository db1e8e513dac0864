export const CONNECTORS_MAX = 20;

export type Reconcile = {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  /** How many quantities it compared, and how many were wrong. */
  readonly checked: number;
  readonly corrected: number;
};

/** What a connector says about itself. What is undefined stays as it was said before, except for the problem. */
export type ConnectorReport = {
  readonly name: string;
  readonly version?: string | undefined;
  readonly shop?: string | undefined;
  readonly reserves?: boolean | undefined;
  readonly event?: { readonly at: Date; readonly lagMs: number } | undefined;
  readonly reconcile?: Reconcile | undefined;
  /** Undefined: there is none any more. */
  readonly problem?: string | undefined;
};

/** A program that reports a platform's stock, products and orders. */
export type Connector = {
  readonly name: string;
  readonly version: string | null;
  readonly shop: string | null;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** For how many hours it has not reported, and not compared all stock, by the database's clock. */
  readonly silentHours: number;
  readonly uncomparedHours: number;
  readonly eventAt: Date | null;
  /** The longest time, before its last report of an event, between a change at the platform and our answer. */
  readonly lagMs: number | null;
  readonly reconcile: Reconcile | null;
  /** How many reconciles in a row corrected many quantities. */
  readonly roughReconciles: number;
  /** It reserves units at the platform for people who accept an offer. */
  readonly reserves: boolean;
  readonly problem: string | null;
  readonly problemSince: Date | null;
};
