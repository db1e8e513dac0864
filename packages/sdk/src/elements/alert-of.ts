import type { PlatformId } from "../client.ts";
import type { KeepsakeElement } from "./element.ts";

/** The alert of a variant that an element offers. The market is that of the element, or else of the script tag. */
export const alertOf = (host: KeepsakeElement, { epi }: { readonly epi: PlatformId }) => ({
  epi,
  topic: host.getAttribute("topic") ?? "backinstock",
  market: host.getAttribute("market") ?? document.querySelector<HTMLElement>("script[data-market]")?.dataset["market"],
});
