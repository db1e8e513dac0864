import { expect, test } from "vitest";
import { isSignedWith, type SignedRequest } from "../../../test/fixtures/aws-signature.ts";
import { encodeAws, sha256, signAws } from "./sign-aws.ts";

/** The examples in Amazon's documentation of S3: "Signature Calculations for the Authorization Header". */
const KEY = {
  region: "us-east-1",
  accessKey: "AKIAIOSFODNN7EXAMPLE",
  secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const NOW = Date.UTC(2013, 4, 24);
const EXAMPLES = [
  {
    method: "GET",
    path: "/test.txt",
    headers: { range: "bytes=0-9" },
    body: "",
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  {
    method: "PUT",
    path: `/${encodeAws("test$file.text")}`,
    headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
    body: "Welcome to Amazon S3.",
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
  {
    method: "GET",
    path: "/?lifecycle",
    headers: {},
    body: "",
    signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
  {
    method: "GET",
    path: "/?prefix=J&max-keys=2",
    headers: {},
    body: "",
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
] as const;

const sign = (
  { method, path, headers, body }: Omit<(typeof EXAMPLES)[number], "signature">,
  host = "examplebucket.s3.amazonaws.com",
) => {
  const url = new URL(`https://${host}${path}`);
  const sent = { ...headers, "x-amz-content-sha256": sha256(body) };
  return signAws(KEY, { service: "s3", method, url, headers: sent, body, now: NOW });
};
const asReceived = (example: (typeof EXAMPLES)[number]): SignedRequest => ({
  ...example,
  headers: { ...sign(example), host: "examplebucket.s3.amazonaws.com" },
});

test.each(EXAMPLES)("$method $path has the signature that Amazon publishes", (example) => {
  expect(sign(example)["authorization"]).toContain(`Signature=${example.signature}`);
});

test.each(EXAMPLES)("the verification of the tests accepts Amazon's $method $path, and nothing else", (example) => {
  const request = asReceived(example);
  expect(isSignedWith(KEY.secretKey, request)).toBe(true);
  const others: SignedRequest[] = [
    { ...request, method: "DELETE" },
    { ...request, path: `${request.path}x` },
    { ...request, body: `${request.body} ` },
    { ...request, headers: { ...request.headers, host: "another.s3.amazonaws.com" } },
    { ...request, headers: { ...request.headers, "x-amz-date": "20130524T000001Z" } },
    { ...request, headers: {} },
  ];
  expect(others.map((other) => isSignedWith(KEY.secretKey, other))).toEqual(others.map(() => false));
  expect(isSignedWith("another", request)).toBe(false);
});

test("a port that is not the usual one, and characters that a URL encodes otherwise, are signed as they are sent", () => {
  const path = `/bucket/${encodeAws("it's (a) *name*!/ä b")}?token=${encodeURIComponent("a+b/c= d*")}`;
  const headers = { ...sign({ method: "GET", path, headers: {}, body: "" } as never, "127.0.0.1:9000") };
  const request = { method: "GET", path, headers: { ...headers, host: "127.0.0.1:9000" }, body: "" };
  expect(isSignedWith(KEY.secretKey, request)).toBe(true);
});
