import { generateKeyPair, randomBytes } from "node:crypto";
import { domainToASCII } from "node:url";
import { promisify } from "node:util";
import type { Seal, SealContext } from "../../../platform/crypto/seal.ts";
import type { StoreId } from "../../../platform/ids.ts";

/** A key that signs the mails of one domain. `publicKey`: its public part in base64, as the DNS record holds it. */
export type DkimKey = {
  readonly domain: string;
  readonly selector: string;
  readonly publicKey: string;
  /** When its record was first seen in DNS; it signs from then on. */
  readonly seenAt: Date | null;
};

/** Shorter keys are refused by some receivers, and longer ones do not fit into a DNS answer of one packet. */
const KEY_BITS = 2_048;

/** How many days a replaced key is kept, and how many keys of domains no longer in use. */
export const OLD_KEYS = { days: 7, others: 10 };

const makeKeyPair = promisify(generateKeyPair);

export async function makeDkimKey(
  { seal, id }: { readonly seal: Seal; readonly id: StoreId },
  domain: string,
): Promise<DkimKey & { readonly sealedKey: Buffer }> {
  const { privateKey, publicKey } = await makeKeyPair("rsa", { modulusLength: KEY_BITS });
  const selector = `ks${randomBytes(4).toString("hex")}`;
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  return {
    domain,
    selector,
    publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
    seenAt: null,
    sealedKey: seal.seal(Buffer.from(pem), contextOf(id, { domain, selector })),
  };
}

type KeyName = Pick<DkimKey, "domain" | "selector">;

const contextOf = (storeId: StoreId, { domain, selector }: KeyName): SealContext => ({
  purpose: "dkim-key",
  owner: `${storeId}:${domain}:${selector}`,
});

/** The private key in PEM; undefined when it is of another store or domain, or was changed. */
export const openDkimKey = (seal: Seal, storeId: StoreId, key: KeyName & { readonly sealedKey: Buffer }) =>
  seal.tryOpen(key.sealedKey, contextOf(storeId, key))?.toString();

export const recordNameOf = ({ domain, selector }: KeyName) => `${selector}._domainkey.${domain}`;
export const recordValueOf = ({ publicKey }: Pick<DkimKey, "publicKey">) => `v=DKIM1; k=rsa; p=${publicKey}`;

/** The domain of a mail address, as DNS writes it. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return domainToASCII(domain) || domain;
}
