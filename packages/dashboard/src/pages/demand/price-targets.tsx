import type { Got } from "../../api/call.ts";
import { Chart } from "../../components/chart.tsx";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { variantTexts } from "./variant-texts.ts";

type VariantDemand = Got<"/storeadmin/v3/demand/variant">;
type Curve = VariantDemand["priceTargets"][number];

/** The demand at lower prices: how many people a drop to each price would reach, and how many units they want. */
export function PriceTargets({
  curve: { currency, points },
  variant,
}: {
  curve: Curve;
  variant: VariantDemand["variant"];
}) {
  const words = useWords(variantTexts);
  const formats = useFormats();
  const money = (amount: string | number) => formats.money({ currency, amount: String(amount) });
  const all = points.at(-1)?.people ?? 0;
  const reachesHalf = points.find(({ people }) => people * 2 >= all);
  const isSame = points.every(({ people, units }) => people === units);
  return (
    <Chart
      kind="steps"
      title={words.targets(currency)}
      lead={[
        ...(variant.price && variant.currency === currency ? [words.priceNow(money(variant.price))] : []),
        ...(reachesHalf
          ? [words.targetsLead(money(reachesHalf.price), formats.number(reachesHalf.people), formats.number(all))]
          : []),
      ].join(" ")}
      at={words.targetPrice}
      showAt={money}
      series={[
        { name: "people", label: words.targetPeople, color: "fir.6" },
        ...(isSame ? [] : [{ name: "units", label: words.targetUnits, color: "orange.6" }]),
      ]}
      rows={points.toReversed().map(({ price, people, units }) => ({ at: Number(price), people, units }))}
    />
  );
}
