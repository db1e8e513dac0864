import { Button, Group, NativeSelect } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { Got } from "../../api/call.ts";
import { BackLink } from "../../components/back-link.tsx";
import { FiguresAge, StaleFigures } from "../../components/figures-age.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Ago } from "../../components/moment.tsx";
import { Page } from "../../components/page.tsx";
import { titleOf } from "../../components/product.tsx";
import { Stock } from "../../components/stock.tsx";
import { Tile, Tiles } from "../../components/tile.tsx";
import { refOf } from "../../components/variant-ref.ts";
import { read } from "../../session/queries.ts";
import { useMay } from "../../session/session.ts";
import { useFormats } from "../../words/formats.ts";
import { useTopicName } from "../../words/topics.ts";
import { useWords } from "../../words/words.ts";
import { AdvicePanel } from "./advice-panel.tsx";
import { LinePanel } from "./line-panel.tsx";
import { PastAlerts } from "./past-alerts.tsx";
import { PriceTargets } from "./price-targets.tsx";
import { VariantDays } from "./variant-days.tsx";
import { variantTexts } from "./variant-texts.ts";

type VariantDemand = Got<"/storeadmin/v3/demand/variant">;

const DEFAULT_TOPIC = "backinstock";

export function VariantPage() {
  const words = useWords(variantTexts);
  const { variant: epi } = useParams({ from: "/shell/demand/$variant" });
  const search = useSearch({ from: "/shell/demand/$variant" });
  const { topic = DEFAULT_TOPIC } = search;
  const variant = refOf({ epi, ...search });
  const maySeeLine = useMay("people:read");
  const demand = useQuery({
    ...read("/storeadmin/v3/demand/variant", { ...variant, topic }),
    placeholderData: keepPreviousData,
  });
  const { data } = demand;
  return (
    <Page
      back={<BackLink to="/demand">{words.all}</BackLink>}
      title={data ? titleOf(data.variant) : epi}
      lead={data && <Heading demand={data} />}
      actions={data && <Actions demand={data} topic={topic} />}
    >
      <StaleFigures asOf={data?.asOf} />
      <Loaded query={demand} rows={8}>
        {(shown) => (
          <>
            <AdvicePanel variant={variant} search={search} />
            <Figures demand={shown} />
            {maySeeLine && <LinePanel variant={variant} topic={topic} />}
            {shown.priceTargets.map((curve) => (
              <PriceTargets key={curve.currency} curve={curve} variant={shown.variant} />
            ))}
            <VariantDays days={shown.days} />
            <PastAlerts variant={variant} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Heading({ demand }: { demand: VariantDemand }) {
  return (
    <Group gap="sm" component="span">
      <Stock {...demand.variant} />
      <FiguresAge asOf={demand.asOf} />
    </Group>
  );
}

const isWebAddress = (text: string) => /^https?:\/\//i.test(text);

function Actions({ demand: { variant, lines }, topic }: { demand: VariantDemand; topic: string }) {
  const words = useWords(variantTexts);
  const topicName = useTopicName();
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/demand/$variant" });
  const topics = [...new Set([DEFAULT_TOPIC, ...lines.map((line) => line.topic), topic])];
  return (
    <>
      {topics.length > 1 && (
        <NativeSelect
          aria-label={words.topic}
          value={topic}
          onChange={({ currentTarget }) =>
            void navigate({ to: ".", search: { ...search, topic: currentTarget.value }, replace: true })
          }
          data={topics.map((value) => ({ value, label: topicName(value) }))}
        />
      )}
      {variant.du && isWebAddress(variant.du) && (
        <Button
          component="a"
          href={variant.du}
          target="_blank"
          rel="noreferrer"
          variant="default"
          rightSection={<IconExternalLink size={16} />}
        >
          {words.openInShop}
        </Button>
      )}
    </>
  );
}

function Figures({ demand: { variant } }: { demand: VariantDemand }) {
  const words = useWords(variantTexts);
  const formats = useFormats();
  const { people, units, value, price, currency, lists, oldest } = variant;
  return (
    <Tiles cols={{ md: 4 }}>
      <Tile
        name={words.people}
        value={formats.number(people)}
        note={
          oldest && (
            <>
              {words.oldest} <Ago at={oldest} />
            </>
          )
        }
      />
      <Tile name={words.units} value={formats.number(units)} />
      <Tile
        name={words.value}
        value={value && currency ? formats.moneys([{ currency, amount: value }]) : "–"}
        note={price && currency && words.price(formats.money({ currency, amount: price }))}
      />
      <Tile name={words.saves} value={formats.number(lists)} />
    </Tiles>
  );
}
