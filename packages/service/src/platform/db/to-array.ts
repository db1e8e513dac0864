/** An array as PostgreSQL reads it; undefined if it has elements of other types than these. `pg` would run two regular
 *  expressions on each element. */
export function toArrayText(elements: readonly unknown[]): string | undefined {
  let text = "";
  for (const element of elements) {
    if (typeof element === "number" || typeof element === "boolean") text += `,${element}`;
    else if (element === null) text += ",null";
    else if (typeof element !== "string") return undefined;
    else text += `,"${/["\\]/.test(element) ? element.replace(/["\\]/g, "\\$&") : element}"`;
  }
  return `{${text.slice(1)}}`;
}

/** For statements inside a transaction, which get their values as they are. */
export const toArray = (elements: readonly (string | number | boolean | null)[]) => toArrayText(elements) ?? "{}";
