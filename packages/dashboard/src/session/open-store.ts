import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Body, keepCsrf, post } from "../api/call.ts";
import { sessionQuery } from "./session.ts";

/** Opens another store in this session. Nothing that was read about the other one stays. */
export function useOpenStore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"/storeadmin/v3/me/open-store">) => post("/storeadmin/v3/me/open-store", body),
    onSuccess: async ({ csrf }) => {
      keepCsrf(csrf);
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
      location.assign("/dashboard");
    },
  });
}
