import { readFailure } from "./api-error.ts";
import { keepProof, proofHeaders } from "./call.ts";

const TIMEOUT_MS = 30_000;

/** Calls a route for signing in, which openapi.json does not have: docs/members.md lists them. An answer that proves who the
 *  person is brings a token, which later calls send. */
export async function callAuth<Answer = unknown>(path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`/dashboard/auth${path}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { ...proofHeaders(), ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw await readFailure(answer);
  const proof = answer.headers.get("keepsake-step-up");
  if (proof) keepProof(proof);
  return (await answer.json()) as Answer;
}

const CREATE = "/passkey/generate-register-options";
const PROVE = "/passkey/generate-authenticate-options";

/** Signs in with a passkey, or proves with it. It makes a new session, so ask `me` for its token afterwards. */
export async function usePasskey() {
  const options = await callAuth<PublicKeyCredentialRequestOptionsJSON>(PROVE);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
  await callAuth("/passkey/verify-authentication", { response: credential?.toJSON() });
}

export async function addPasskey(name: string) {
  const options = await callAuth<PublicKeyCredentialCreationOptionsJSON>(CREATE);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
  await callAuth("/passkey/verify-registration", { response: credential?.toJSON(), name });
}

export const knowsPasskeys = () =>
  "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential;
