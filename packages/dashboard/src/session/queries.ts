import { QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import { type Body, type GetPath, type Got, get, type Posted, type PostPath, post, type Query } from "../api/call.ts";

const TRIES_MAX = 2;
const isWorthATry = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status === 503);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always", // a service on the same machine or network answers without the internet
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < TRIES_MAX && isWorthATry(error),
    },
    mutations: { networkMode: "always" },
  },
});

/** A read of the open store, known by its path and parameters. Opening another store forgets all of them. */
export const read = <Path extends GetPath>(path: Path, query?: Query<Path>) =>
  queryOptions<Got<Path>>({
    queryKey: [path, query ?? {}],
    queryFn: ({ signal }) => get(path, query, { signal }),
  });

/** A call that changes something. Afterwards the reads of `changes` are made again, also when it was refused because another
 *  member was faster: then the page shows what that member has changed. */
export function useChange<Path extends PostPath>(
  path: Path,
  { changes = [], headers }: { changes?: readonly GetPath[]; headers?: () => Readonly<Record<string, string>> } = {},
) {
  const client = useQueryClient();
  const readAgain = () => Promise.all(changes.map((one) => client.invalidateQueries({ queryKey: [one] })));
  return useMutation<Posted<Path>, Error, Body<Path>>({
    mutationFn: (body) => post(path, body, { headers: headers?.() ?? {} }),
    onSuccess: readAgain,
    onError: async (error) => {
      if (error instanceof ApiError && error.type === "changed-meanwhile") await readAgain();
    },
  });
}
