import { createCalls, type DocumentedCalls } from "./documented-calls.ts";
import type { Client } from "./interface.ts";

export type { DocumentedCalls } from "./documented-calls.ts";

/** Creates the object that pages with the script tag have as `window.Keepsake`. */
export const createDocumentedCalls = (client: Client): DocumentedCalls =>
  createCalls(client, () => import("./more-calls.ts"));
