import { ApiError, readFailure } from "./api-error.ts";
import type { paths } from "./schema.gen.ts";

type Method = "get" | "post";
type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, { responses: unknown }> ? Path : never;
}[keyof paths];
type Call<M extends Method, Path extends PathsWith<M>> = paths[Path][M];

type QueryOf<C> = C extends { parameters: { query?: infer Given } } ? NonNullable<Given> : never;
type BodyOf<C> = C extends { requestBody?: infer Given }
  ? NonNullable<Given> extends { content: { "application/json": infer Json } }
    ? Json
    : undefined
  : undefined;
type AnswerOf<C> = C extends { responses: { 200: { content: { "application/json": infer Json } } } } ? Json : never;

export type GetPath = PathsWith<"get">;
export type PostPath = PathsWith<"post">;
export type Query<Path extends GetPath> = QueryOf<Call<"get", Path>>;
export type Body<Path extends PostPath> = BodyOf<Call<"post", Path>>;
/** What a call answers, as openapi.json says. */
export type Got<Path extends GetPath> = AnswerOf<Call<"get", Path>>;
export type Posted<Path extends PostPath> = AnswerOf<Call<"post", Path>>;

/** Tokens that are kept in memory only: whoever steals the cookie does not have them. */
const tokens: { csrf: string | null; proof: string | null } = { csrf: null, proof: null };

export const keepCsrf = (csrf: string | null) => {
  tokens.csrf = csrf;
};
export const keepProof = (proof: string | null) => {
  tokens.proof = proof;
};

export const proofHeaders = (): Record<string, string> => (tokens.proof ? { "keepsake-step-up": tokens.proof } : {});

/** Asks the person to prove that it is them. Resolves to false when they would rather not. */
export type AskForProof = () => Promise<boolean>;
let askForProof: AskForProof = async () => false;
export const onProofNeeded = (ask: AskForProof) => {
  askForProof = ask;
};

type Options = {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** For calls that may take longer than most. */
  readonly timeoutMs?: number;
};
type Init = Options & { readonly method?: "POST"; readonly body?: string };

const TIMEOUT_MS = 30_000;

/** Makes a call and returns its answer, also one that is not JSON. Throws an ApiError for a refusal. A call that needs a
 *  fresh proof asks the person for it and is made again. */
export async function fetchApi(path: string, init: Init = {}): Promise<Response> {
  const answer = await send(path, init);
  if (answer.ok) return answer;
  const failure = await readFailure(answer);
  if (failure.type !== "step-up-needed" || !(await askForProof())) throw failure;
  const second = await send(path, init);
  if (!second.ok) throw await readFailure(second);
  return second;
}

async function send(path: string, { signal, headers, timeoutMs = TIMEOUT_MS, ...init }: Init): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(path, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        ...headers,
        ...(tokens.csrf ? { "keepsake-csrf": tokens.csrf } : {}),
        ...proofHeaders(),
      },
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ status: 0, type: "no-connection", message: "", requestId: null });
  }
}

export const withQuery = (path: string, query: Readonly<Record<string, unknown>> = {}) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
};

export async function get<Path extends GetPath>(
  path: Path,
  query?: Query<Path>,
  options: Options = {},
): Promise<Got<Path>> {
  const answer = await fetchApi(withQuery(path, query), options);
  return (await answer.json()) as Got<Path>;
}

/** Calls that change something are made once: a person decides whether to try again. */
export async function post<Path extends PostPath>(
  path: Path,
  body: Body<Path>,
  options: Options = {},
): Promise<Posted<Path>> {
  const answer = await fetchApi(path, {
    method: "POST",
    body: JSON.stringify(body ?? {}),
    ...options,
    headers: { "content-type": "application/json", ...options.headers },
  });
  return (await answer.json()) as Posted<Path>;
}
