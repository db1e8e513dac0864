import { Text } from "@mantine/core";
import { useFormats } from "../words/formats.ts";
import { defineWords, useWords } from "../words/words.ts";

const texts = defineWords({
  en: { more: "more", less: "less", before: (then: string, days: number) => `${then} in the ${days} days before` },
  de: { more: "mehr", less: "weniger", before: (then: string, days: number) => `${then} in den ${days} Tagen davor` },
});

/** How a figure of some days has changed, beside that of as many days before. `shown` is how the figure before is written. */
export function Before({ now, then, shown, days }: { now: number; then: number; shown: string; days: number }) {
  const words = useWords(texts);
  const formats = useFormats();
  const isMore = now > then;
  return (
    <>
      {now !== then && then > 0 && (
        <Text inherit fw={600}>
          <span role="img" aria-label={isMore ? words.more : words.less}>
            {isMore ? "▲" : "▼"}
          </span>{" "}
          {formats.percent(Math.abs(now - then) / then)}
        </Text>
      )}
      <Text inherit>{words.before(shown, days)}</Text>
    </>
  );
}
