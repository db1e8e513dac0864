import type { MarketOfVariant, Variant } from "./records.ts";

const TEXT_MAX = 255;
const URL_MAX = 2_048;
const TAG_MAX = 64;
const TAGS_MAX = 50;

/** Shortens what is too long for Keepsake, which would refuse the whole batch because of one title. */
export function fitVariant(variant: Variant): Variant {
  const { bt, dt, vi, sku, du, uri, iu, tags, markets } = variant;
  return {
    ...variant,
    ...(bt === undefined ? {} : { bt: cut(bt) }),
    ...(dt === undefined ? {} : { dt: cut(dt) }),
    ...(vi === undefined ? {} : { vi: cut(vi) }),
    ...(sku === undefined ? {} : { sku: cut(sku) }),
    ...(du === undefined ? {} : { du: link(du) }),
    ...(uri === undefined ? {} : { uri: link(uri) }),
    ...(iu === undefined ? {} : { iu: link(iu) }),
    ...(tags ? { tags: tags.filter((tag) => tag !== "" && tag.length <= TAG_MAX).slice(0, TAGS_MAX) } : {}),
    ...(markets ? { markets: Object.fromEntries(Object.entries(markets).map(fitMarket)) } : {}),
  };
}

const fitMarket = ([name, market]: [string, MarketOfVariant]) => [
  name,
  market.du === undefined ? market : { ...market, du: link(market.du) },
];
const cut = (text: string | null) => (text && text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text);
const link = (url: string | null) => (url && /^https?:\/\//.test(url) && url.length <= URL_MAX ? url : null);
