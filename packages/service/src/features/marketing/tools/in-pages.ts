type Limits = { readonly count: number; readonly bytes: number };

/** Divides values into pages that are neither too many nor too long as JSON. */
export function inPages<T>(values: readonly T[], bytesOf: (value: T) => number, limits: Limits): T[][] {
  const pages: T[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const value of values) {
    const size = bytesOf(value);
    const page = pages.at(-1);
    if (page && page.length < limits.count && bytes + size <= limits.bytes) {
      page.push(value);
      bytes += size;
    } else {
      pages.push([value]);
      bytes = size;
    }
  }
  return pages;
}
