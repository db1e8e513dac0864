import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** 19 MiB and two passes: the parameters that OWASP recommends for argon2id. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const FORMAT = /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { message: password, nonce, ...COST });
  const { memory, passes, parallelism } = COST;
  return `argon2id$m=${memory},t=${passes},p=${parallelism}$${nonce.toString("base64url")}$${tag.toString("base64url")}`;
}

/** The parameters come from the stored text, so that they can be raised later. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = "", tag = ""] = FORMAT.exec(hash) ?? [];
  if (!tag) return false;
  const expected = Buffer.from(tag, "base64url");
  const actual = await derive("argon2id", {
    message: password,
    nonce: Buffer.from(nonce, "base64url"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}
