import type { StoreTx } from "../../../platform/db/db.ts";
import type { NewTemplate } from "./compile-template.ts";
import { upsertTemplate } from "./sql.ts";

/** `html` is from `compileTemplate`. */
export const saveTemplate = (tx: StoreTx, template: NewTemplate, html: string) =>
  upsertTemplate(tx, { ...template, html });
