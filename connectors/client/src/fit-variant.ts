import { fitText, isStorable } from "./fit-text.ts";
import type { MarketOfVariant, Variant } from "./records.ts";

const TEXT_MAX = 255;
const URL_MAX = 2_048;
const TAG_MAX = 64;
const TAGS_MAX = 50;

/** Corrects what Keepsake would refuse because of its form: texts that are too long or broken, and relative URLs. */
export function fitVariant(variant: Variant): Variant {
  const { bt, dt, vi, sku, du, uri, iu, tags, markets } = variant;
  return {
    ...variant,
    ...(bt === undefined ? {} : { bt: text(bt) }),
    ...(dt === undefined ? {} : { dt: text(dt) }),
    ...(vi === undefined ? {} : { vi: text(vi) }),
    ...(sku === undefined ? {} : { sku: text(sku) }),
    ...(du === undefined ? {} : { du: link(du) }),
    ...(uri === undefined ? {} : { uri: link(uri) }),
    ...(iu === undefined ? {} : { iu: link(iu) }),
    ...(tags ? { tags: fitTags(tags) } : {}),
    ...(markets ? { markets: Object.fromEntries(Object.entries(markets).map(fitMarket)) } : {}),
  };
}

const fitMarket = ([name, market]: [string, MarketOfVariant]) => [
  name,
  market.du === undefined ? market : { ...market, du: link(market.du) },
];
const fitTags = (tags: readonly string[]) =>
  tags.filter((tag) => tag !== "" && tag.length <= TAG_MAX && isStorable(tag)).slice(0, TAGS_MAX);
const text = (value: string | null) => value && fitText(value, TEXT_MAX);
const link = (url: string | null) =>
  url && /^https?:\/\//.test(url) && url.length <= URL_MAX && isStorable(url) ? url : null;
