import { shopLink } from "../../platform/http/hosted-page.ts";
import { pageCopy } from "./copy.ts";
import type { PageStore } from "./open-link.ts";

/** A link to the shop, for the end of a page; empty when the shop's address is not known. */
export const backToShop = ({ storeName, shopUrl }: PageStore, wanted?: string) =>
  shopUrl ? shopLink(pageCopy(wanted).backTo(storeName), shopUrl) : "";
