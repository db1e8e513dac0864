import { createHmac, type KeyObject } from "node:crypto";
import type { StoreId } from "../../platform/ids.ts";

/** Stands for the IP address that a consent came from. It needs a secret key, like `HashAddress`: without the key, all
 *  addresses of IPv4 could be tried. */
export type HashIp = (ip: string, storeId: StoreId) => string;

export const createHashIp =
  (key: KeyObject): HashIp =>
  (ip, storeId) =>
    createHmac("sha256", key).update(`${storeId}:ip:${ip}`).digest("hex").slice(0, 32);
