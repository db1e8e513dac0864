import type { Db } from "../../../platform/db/db.ts";
import { toSubject } from "../../../platform/letter/letter.ts";
import { oneLine } from "../../../platform/text/one-line.ts";
import { unknownVariant } from "../../catalog/errors.ts";
import type { VariantCache } from "../../catalog/variants/variant-cache.ts";
import type { Store } from "../../stores/store.ts";
import { alertFacts } from "./alert-facts.ts";
import { type CompileDeps, compileTemplate, renderChecked } from "./compile-template.ts";
import { defaultLetter } from "./default-letter.ts";
import { halfAMessage } from "./errors.ts";
import { languagesFor, type MessagePlace } from "./message-place.ts";
import { hasOffers, sampleInput } from "./samples.ts";
import { findTemplate } from "./sql.ts";

export type PreviewDeps = CompileDeps & { readonly db: Db; readonly variants: VariantCache };
export type PreviewWanted = {
  readonly place: MessagePlace;
  /** Both, or neither: then the message that a shopper gets now. */
  readonly subject?: string | undefined;
  readonly source?: string | undefined;
  /** A variant of the shop, by the id of its platform. Without one, the message is about our boots. */
  readonly platformId?: string | undefined;
};
export type Preview = { readonly subject: string; readonly html: string; readonly text: string };

/** A message as a shopper of its language would get it, with invented data. */
export async function previewMessage(deps: PreviewDeps, store: Store, wanted: PreviewWanted): Promise<Preview> {
  const { place, subject, source, platformId } = wanted;
  const variant = platformId === undefined ? undefined : await getVariant(deps, store, platformId);
  const input = sampleInput(store, place, { variant, hasOffer: hasOffers(store, place.topic) });
  const ours = defaultLetter(input);
  if ((subject === undefined) !== (source === undefined)) throw halfAMessage();
  const template =
    subject !== undefined && source !== undefined
      ? { subject, html: (await compileTemplate(deps, store, place, { subject, source })).html }
      : await deps.db.inStore(store.id, (tx) => findTemplate(tx, place.topic, languagesFor(store, place.language)));
  if (!template) return ours;
  const facts = alertFacts(input);
  const own = await renderChecked(deps, store, template, facts);
  return { subject: toSubject(own.subject) || oneLine(facts.shop.name), html: own.html, text: ours.text };
}

async function getVariant({ variants }: PreviewDeps, store: Store, platformId: string) {
  const [variant] = await variants.findByPlatformIds(store.id, [platformId], { create: false });
  if (!variant) throw unknownVariant();
  return variant;
}
