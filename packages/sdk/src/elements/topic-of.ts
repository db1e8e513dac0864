import type { KeepsakeElement } from "./element.ts";

/** The topic of the alerts that an element offers. */
export const topicOf = (host: KeepsakeElement) => host.getAttribute("topic") ?? "backinstock";
