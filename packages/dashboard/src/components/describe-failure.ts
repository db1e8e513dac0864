import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import { common, failures } from "../words/common.ts";
import { useFormats } from "../words/formats.ts";
import { type RefusalWhy, sayWhy } from "../words/why.ts";
import { useLanguage } from "../words/words.ts";

type Texts = Readonly<Record<string, string>>;

/** The words that few pages need, so that most do not load them. */
async function loadWords() {
  const [{ refusals }, { refusalTexts }] = await Promise.all([
    import("../words/refusals.ts"),
    import("../words/refusal-texts.ts"),
  ]);
  return { refusals, refusalTexts };
}

/** What to tell the person about a failed call. Empty for the moment in which the words of a rare failure are loaded. */
export function useDescribeFailure(error: unknown): string {
  const language = useLanguage();
  const formats = useFormats();
  const { type, message, why } = readError(error);
  const usual: Texts = failures[language];
  const { data, isLoading } = useQuery({
    queryKey: ["words of refusals"],
    queryFn: loadWords,
    enabled: why !== null || !Object.hasOwn(usual, type),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isLoading) return "";
  const rare: Texts = data?.refusals[language] ?? {};
  return (
    (data && sayWhy(data.refusalTexts[language], why, formats)) ??
    usual[type] ??
    rare[type] ??
    (type.startsWith("missing-") ? rare["missing-parameter"] : undefined) ??
    (message ? common[language].answered(message) : failures[language].internal)
  );
}

function readError(error: unknown) {
  if (!(error instanceof ApiError)) return { type: "internal", message: "", why: null };
  return { type: error.type, message: error.message, why: (error.body["why"] ?? null) as RefusalWhy | null };
}
