import type { FastifyReply, FastifyRequest } from "fastify";
import type { Limits } from "../../platform/http/limits.ts";
import { enforceByIp } from "../../platform/http/rate-limit.ts";
import { limitOf, REFUSED } from "./settings/settings.ts";
import type { Store } from "./store.ts";
import type { StoreCache } from "./store-cache.ts";

export type Call = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** The store of a call without a session. Counts the call for the caller's IP address, also if there is no such store. */
export async function admitVisitor(
  { stores, limits }: { readonly stores: StoreCache; readonly limits: Limits },
  call: Call,
  { pid, limit }: { readonly pid: string; readonly limit: "visitor" | "reader" },
): Promise<Store> {
  const store = await countRefusals(limits, call, () => stores.getByPid(pid));
  await enforceByIp(limits, limitOf(store.settings, limit), { ...call, scope: store.id });
  return store;
}

/** Counts wrong credentials and unknown stores for the caller's IP address. */
export async function countRefusals<T>(limits: Limits, call: Call, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    const { kind, type } = error as { kind?: string; type?: string };
    if (kind === "unauthorised" || type === "unknown-store") await enforceByIp(limits, REFUSED, call);
    throw error;
  }
}
