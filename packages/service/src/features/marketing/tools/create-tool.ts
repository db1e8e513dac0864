import type { Store } from "../../stores/store.ts";
import type { Access } from "../access.ts";
import { createHttpPush } from "./http-push.ts";
import { createKlaviyo, type KlaviyoOptions } from "./klaviyo.ts";
import type { Tool } from "./tool.ts";

export type ToolOptions = { readonly klaviyo?: KlaviyoOptions | undefined };
export type CreateTool = (store: Pick<Store, "pid">, access: Access, listId: string | null) => Tool;

export const createTools =
  ({ klaviyo }: ToolOptions = {}): CreateTool =>
  ({ pid }, access, listId) =>
    access.tool === "klaviyo"
      ? createKlaviyo({ key: access.key, listId }, klaviyo)
      : createHttpPush({ url: access.url, secret: access.secret, pid });
