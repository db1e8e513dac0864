import { setTimeout as pause } from "node:timers/promises";
import type { Shop } from "../../hosted/src/installations.ts";
import type { ReadVariant } from "../../hosted/src/platform.ts";
import type { AdminApi, Document } from "./admin-api.ts";
import { type Markets, marketsOf } from "./markets.ts";
import { readLines } from "./read-lines.ts";
import {
  LEVEL_FIELDS,
  type LevelNode,
  SHOP_QUERY,
  type ShopNode,
  toReadVariant,
  type VariantNode,
  variantFields,
} from "./read-variants.ts";

const PAGE = 500;
const POLL_MIN_MS = 1_000;
const POLL_MAX_MS = 10_000;
const DOWNLOAD_MS = 30 * 60_000;

type Operation = {
  readonly id: string;
  readonly status: string;
  readonly errorCode: string | null;
  readonly objectCount: string;
  readonly url: string | null;
};
type UserErrors = readonly { readonly message: string }[];

/** Grouped, a variant's levels follow it at once, so that a file of any size is read in little memory. */
const RUN: Document<
  { bulkOperationRunQuery: { bulkOperation: Operation | null; userErrors: UserErrors } },
  { query: string }
> = {
  name: "bulkOperationRunQuery",
  text: `mutation Run($query: String!) { bulkOperationRunQuery(query: $query, groupObjects: true) {
    bulkOperation { id status errorCode objectCount url } userErrors { message } } }`,
};
const LOOK: Document<{ bulkOperation: Operation | null }, { id: string }> = {
  name: "bulkOperation",
  text: "query Look($id: ID!) { bulkOperation(id: $id) { id status errorCode objectCount url } }",
};
const CANCEL: Document<object, { id: string }> = {
  name: "bulkOperationCancel",
  text: "mutation Cancel($id: ID!) { bulkOperationCancel(id: $id) { userErrors { message } } }",
};

const bulkQuery = (markets: Markets) => `{ productVariants { edges { node { ${variantFields(markets)}
  inventoryItem { id tracked inventoryLevels { edges { node { id ${LEVEL_FIELDS} } } } } } } } }`;

export type FinishedOperations = ReturnType<typeof createFinishedOperations>;

/** Wakes the reader of a bulk operation when Shopify's webhook says that it finished. Without it, the reader asks again. */
export function createFinishedOperations() {
  const waiting = new Map<string, () => void>();
  return {
    finished: (id: string) => waiting.get(id)?.(),
    async wait(id: string, ms: number, signal: AbortSignal): Promise<void> {
      const woken = new Promise<void>((resolve) => waiting.set(id, resolve));
      const over = new AbortController();
      await Promise.race([woken, pause(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) })]).finally(
        () => {
          over.abort();
          waiting.delete(id);
        },
      );
    },
  };
}

/** Reads all variants with their stock by a bulk operation, which costs the shop's budget nothing. */
export async function* readInBulk(
  { api, finished }: { api: AdminApi; finished: FinishedOperations },
  shop: Shop,
  signal: AbortSignal,
): AsyncGenerator<readonly ReadVariant[]> {
  const { shop: shopNode } = await api.query(shop, SHOP_QUERY, {});
  const markets = marketsOf(shop);
  const { bulkOperation, userErrors } = (await api.query(shop, RUN, { query: bulkQuery(markets) }))
    .bulkOperationRunQuery;
  if (!bulkOperation) throw new Error(`Shopify did not begin to read all variants: ${userErrors[0]?.message}`);
  const done = await waitUntilDone(api, finished, shop, bulkOperation, signal);
  if (done.url !== null) yield* readFile(done, { shop: shopNode, markets }, signal);
}

async function waitUntilDone(
  api: AdminApi,
  finished: FinishedOperations,
  shop: Shop,
  begun: Operation,
  signal: AbortSignal,
): Promise<Operation> {
  let operation = begun;
  for (let ms = POLL_MIN_MS; operation.status !== "COMPLETED"; ms = Math.min(POLL_MAX_MS, ms * 1.5)) {
    if (!["CREATED", "RUNNING"].includes(operation.status))
      throw new Error(`Shopify did not read all variants: ${operation.status} ${operation.errorCode ?? ""}`);
    try {
      await finished.wait(begun.id, ms, signal);
    } catch (error) {
      await api.query(shop, CANCEL, { id: begun.id }).catch(() => undefined); // it ends by itself, too
      throw error;
    }
    const { bulkOperation } = await api.query(shop, LOOK, { id: begun.id });
    if (!bulkOperation) throw new Error("Shopify no longer knows the bulk operation.");
    operation = bulkOperation;
  }
  return operation;
}

async function* readFile(
  { url, objectCount }: Operation,
  seen: { readonly shop: ShopNode; readonly markets: Markets },
  signal: AbortSignal,
) {
  const answer = await fetch(url ?? "", { signal: AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_MS)]) });
  if (!answer.ok || !answer.body) throw new Error(`Shopify's file of all variants answered ${answer.status}.`);
  let page: ReadVariant[] = [];
  let variant: VariantNode | undefined;
  let levels: LevelNode[] = [];
  let objects = 0;
  const end = () => {
    if (variant) page.push(toReadVariant(variant, levels, seen));
    levels = [];
  };
  for await (const line of readLines(answer.body)) {
    objects += 1;
    const node = JSON.parse(line) as (VariantNode | LevelNode) & { readonly __parentId?: string };
    if ("location" in node) {
      levels.push(node);
      continue;
    }
    end();
    variant = node;
    if (page.length >= PAGE) {
      yield page;
      page = [];
    }
  }
  end();
  // A file that ends early would look as if the rest had been deleted.
  if (objects !== Number(objectCount))
    throw new Error(`Shopify's file of all variants has ${objects} lines instead of ${objectCount}.`);
  if (page.length > 0) yield page;
}
