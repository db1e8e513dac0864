import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { get } from "../../api/call.ts";
import type { Range } from "./range.ts";
import type { DayResult } from "./sums.ts";

const PAGE = 500;

export type Results = { readonly range: Range; readonly asOf: string | null; readonly items: readonly DayResult[] };

/** All results of a range, by day and topic. */
export const readResults = (range: Range, topic: string | undefined) =>
  queryOptions({
    queryKey: ["/storeadmin/v3/results", { ...range, topic }, "all"],
    queryFn: async ({ signal }): Promise<Results> => {
      const items: DayResult[] = [];
      for (let cursor: string | null | undefined; ; ) {
        const page = await get(
          "/storeadmin/v3/results",
          { ...range, limit: PAGE, ...(topic ? { topic } : {}), ...(cursor ? { cursor } : {}) },
          { signal },
        );
        items.push(...page.items);
        cursor = page.next;
        if (!cursor) return { range, asOf: page.asOf, items };
      }
    },
    placeholderData: keepPreviousData,
  });
