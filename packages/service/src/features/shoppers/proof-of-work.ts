import { hash, randomBytes } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import { isSignature, signText } from "../../platform/crypto/signed-text.ts";
import { AppError } from "../../platform/errors.ts";
import type { Limits, Policy } from "../../platform/http/limits.ts";
import type { Call } from "../stores/admit-visitor.ts";
import { sessionRules } from "../stores/settings/settings.ts";
import type { Store } from "../stores/store.ts";

const LIFETIME_SECONDS = 600;
const SIGNATURE_LENGTH = 22;
/** When it expires, how many bits, a random number and the signature; then the number that the browser found. */
const PROOF = /^((\d{10})\.(\d{1,2})\.([\w-]{12})\.([\w-]{22}))\.(\d{1,15})$/;
const ONCE: Policy = { name: "proof", points: 1, seconds: LIFETIME_SECONDS };

const proofRequired = () =>
  new AppError(
    "forbidden",
    "proof-required",
    "This store asks for a proof of work. Get a challenge from /api/v3/provider/challenge, find a number that solves it, and send `challenge.number` in the Keepsake-Proof header. The SDK does this by itself.",
  );

/** A challenge for one call of this store. Nothing is stored: the signature tells that it is ours. */
export function mintChallenge(store: Store, nowMs: number) {
  const bits = sessionRules(store.settings).proofOfWorkBits;
  const text = `${Math.floor(nowMs / 1000) + LIFETIME_SECONDS}.${bits}.${randomBytes(9).toString("base64url")}`;
  return { challenge: `${text}.${signText(store.keys.session, signedText(text), SIGNATURE_LENGTH)}`, bits };
}

/** Refuses a call without a fresh proof of work, if the store asks for it. A proof counts once. */
export async function requireProof(
  { limits, clock }: { readonly limits: Limits; readonly clock: Clock },
  store: Store,
  { request }: Pick<Call, "request">,
): Promise<void> {
  const needed = sessionRules(store.settings).proofOfWorkBits;
  if (needed === 0) return;
  const sent = request.headers["keepsake-proof"];
  const random = typeof sent === "string" ? checkProof(store, sent, needed, clock()) : undefined;
  if (random === undefined) throw proofRequired();
  if (!(await limits.take(ONCE, `${store.id}:${random}`)).allowed) throw proofRequired();
}

/** The random number of the challenge, or undefined if it is not solved, has expired or is not ours. */
function checkProof(store: Store, proof: string, needed: number, nowMs: number): string | undefined {
  const [, , expires, bits, random, signature] = PROOF.exec(proof) ?? [];
  if (!expires || !bits || !random || !signature) return undefined;
  if (Number(expires) * 1000 < nowMs || Number(bits) < needed) return undefined;
  const text = signedText(`${expires}.${bits}.${random}`);
  if (!isSignature(store.keys.session, text, signature, SIGNATURE_LENGTH)) return undefined;
  return hash("sha256", proof, "buffer").readUInt32BE(0) >>> (32 - Number(bits)) === 0 ? random : undefined;
}

const signedText = (text: string) => `proof:${text}`;
