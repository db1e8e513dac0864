import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Got, get, keepCsrf } from "../api/call.ts";

/** Who is signed in, what they may do, and which store is open. */
export type Session = Got<"/storeadmin/v3/me">;
export type Scope = Session["scopes"][number];

export const sessionQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async ({ signal }) => {
    const session = await get("/storeadmin/v3/me", undefined, { signal });
    keepCsrf(session.csrf);
    return session;
  },
  staleTime: 60_000,
});

/** Only below the shell, which is shown when the session is known. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error("useSession is used outside of the shell");
  return data;
}

export const useMay = (scope: Scope): boolean => useSession().scopes.includes(scope);
