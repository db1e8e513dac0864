import type { StoreTx } from "../../../../platform/db/db.ts";
import type { Endpoint } from "../endpoint.ts";
import { BY_MERCHANT } from "./disable-endpoint.ts";
import { findEndpoints } from "./sql.ts";

type Troubled = {
  /** Every try since then has failed. */
  readonly failing: readonly (Pick<Endpoint, "id"> & { readonly since: Date })[];
  /** Keepsake gave up. Those that the merchant disabled are no trouble. */
  readonly disabled: readonly (Pick<Endpoint, "id"> & { readonly since: Date })[];
};

export async function findTroubledEndpoints(tx: StoreTx): Promise<Troubled> {
  const endpoints = await findEndpoints(tx);
  const enabled = endpoints.filter(({ disabledAt }) => disabledAt === null);
  const givenUp = endpoints.filter(({ disabledBecause }) => disabledBecause !== BY_MERCHANT);
  return {
    failing: enabled.flatMap(({ id, failingSince: since }) => (since ? [{ id, since }] : [])),
    disabled: givenUp.flatMap(({ id, disabledAt: since }) => (since ? [{ id, since }] : [])),
  };
}
