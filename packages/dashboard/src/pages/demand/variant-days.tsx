import type { Got } from "../../api/call.ts";
import { Chart } from "../../components/chart.tsx";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { variantTexts } from "./variant-texts.ts";

type Day = Got<"/storeadmin/v3/demand/variant">["days"][number];

/** What happened with a variant on each day. */
export function VariantDays({ days }: { days: readonly Day[] }) {
  const words = useWords(variantTexts);
  const formats = useFormats();
  const isQuiet = days.every(({ signedUp, notified, bought }) => signedUp + notified + bought === 0);
  if (isQuiet) return null;
  return (
    <Chart
      kind="grouped"
      title={words.activity}
      at={words.day}
      showAt={(day) => formats.shortDay(String(day))}
      series={[
        { name: "signedUp", label: words.signedUp, color: "fir.6" },
        { name: "notified", label: words.notified, color: "orange.6" },
        { name: "bought", label: words.bought, color: "blue.6" },
      ]}
      rows={days.map(({ day, signedUp, notified, bought }) => ({ at: day, signedUp, notified, bought }))}
    />
  );
}
