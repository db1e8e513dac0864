import { queryOptions } from "@tanstack/react-query";
import { type Posted, post } from "../../api/call.ts";
import { titleOf as titleOfVariant } from "../../components/product.tsx";

export type Person = Posted<"/storeadmin/v3/people/show">;
export type Alert = Person["alerts"][number];

/** How to find a person. An address stays in the memory of the page: it is in no URL. */
export type Sought = { readonly person: string } | { readonly address: string };

/** Not read again by itself: with whole addresses, each call is a line of the audit log. */
export const personQuery = (sought: Sought) =>
  queryOptions({
    queryKey: ["/storeadmin/v3/people/show", sought],
    queryFn: ({ signal }) => post("/storeadmin/v3/people/show", sought, { signal }),
    staleTime: 60_000,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** How the calls name the person: an account that never signed up for an alert has only a regid. */
export const nameOf = ({ person, account }: Person) =>
  person ? { person } : account ? { regid: account.regid } : undefined;

export const isOpen = ({ state }: Alert) => state === "waiting" || state === "offered";

/** Empty for what is not about a product. */
export const titleOf = ({ epi, ...variant }: Pick<Alert, "epi" | "market" | "dt" | "vi">) =>
  epi === null ? "" : titleOfVariant({ epi, ...variant });
