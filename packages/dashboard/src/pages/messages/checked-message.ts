import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Posted, post } from "../../api/call.ts";
import type { MessageLanguage } from "./languages.ts";
import { type Problem, problemsIn } from "./problems.ts";

const PREVIEW = "/storeadmin/v3/alerts/template/preview";
const TYPING_MS = 500;
const KEPT_MS = 60_000;
const NONE: readonly Problem[] = [];

/** A message as it would be saved. */
export type Draft = {
  readonly topic: string;
  readonly locale: MessageLanguage;
  readonly subject: string;
  readonly source: string;
};
export type Shown = { readonly draft: Draft; readonly preview: Posted<typeof PREVIEW>["preview"] };

/** What the service says of a message while somebody writes it: its mistakes, and the last preview without any. */
export function useCheckedMessage({ topic, locale, subject, source }: Draft) {
  const [asked] = useDebouncedValue(JSON.stringify({ topic, locale, subject, source }), TYPING_MS);
  const query = useQuery({
    queryKey: [PREVIEW, asked],
    queryFn: ({ signal }) => post(PREVIEW, JSON.parse(asked) as Draft, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    if (query.data) setShown({ draft: JSON.parse(asked) as Draft, preview: query.data.preview });
  }, [query.data, asked]);
  const problems = problemsIn(query.error);
  return {
    /** The texts that the mistakes are in. */
    checked: JSON.parse(asked) as Draft,
    isChecking: query.isFetching || asked !== JSON.stringify({ topic, locale, subject, source }),
    problems: problems ?? NONE,
    /** Why there is no answer, when it is not for the message. */
    failure: problems ? undefined : (query.error ?? undefined),
    again: () => void query.refetch(),
    shown,
  };
}
