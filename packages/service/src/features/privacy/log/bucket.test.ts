import { expect, test } from "vitest";
import { aBucket, SLOW_DOWN } from "../../../../test/fixtures/bucket.ts";
import { createBucket } from "./bucket.ts";

type Options = Parameters<typeof createBucket>[1];
const open = (fake: Awaited<ReturnType<typeof aBucket>>, options: Options = {}, folder = "") =>
  createBucket({ ...fake.settings, address: `${fake.address}${folder}` }, options);
const namesIn = async (bucket: ReturnType<typeof createBucket>) => {
  const names: string[] = [];
  for await (const { name, text } of bucket.readAll()) {
    expect(text).toBe(`text of ${name}`);
    names.push(name);
  }
  return names;
};

test("an object that is put can be read, with a signature that the bucket accepts", async () => {
  const fake = await aBucket();
  await open(fake).put("1.jsonl", "ä\n");
  await open(fake).put("1.jsonl", "ä\n");
  expect(await open(fake).read("1.jsonl")).toBe("ä\n");
  await open(fake, {}, "/a/b").put("1.jsonl", "of a folder");
  expect([...fake.objects.keys()]).toEqual(["1.jsonl", "a/b/1.jsonl"]);
  expect(fake.requests[0]?.headers).toMatchObject({ "content-md5": expect.stringMatching(/==$/) });
});

test("a bucket is read page by page, with every object directly in the folder", async () => {
  const fake = await aBucket({ pageSize: 7 });
  const bucket = open(fake, {}, "/logs");
  const names = [...Array.from({ length: 40 }, (_, index) => `${1_000 + index}.jsonl`), "a & b <c> 'd' +e%20.jsonl"];
  for (const name of names) fake.objects.set(`logs/${name}`, `text of ${name}`);
  for (const other of ["logs/", "logs/sub/1.jsonl", "logs2/1.jsonl", "1.jsonl"]) fake.objects.set(other, "of another");
  expect(await namesIn(bucket)).toEqual(names);
  const lists = fake.requests.filter(({ path }) => path.includes("list-type=2"));
  expect(lists.length).toBe(7);
  expect(lists.filter(({ path }) => path.includes("continuation-token=")).length).toBe(6);
});

test("control: with another secret, the bucket refuses every request", async () => {
  const fake = await aBucket();
  const bucket = createBucket({ ...fake.settings, secretKey: "another" });
  const refused = { status: 403, code: "SignatureDoesNotMatch" };
  await expect(bucket.put("1.jsonl", "x")).rejects.toMatchObject(refused);
  await expect(bucket.tryList()).rejects.toMatchObject(refused);
  await expect(bucket.read("1.jsonl")).rejects.toMatchObject(refused);
  expect(fake.objects.size).toBe(0);
  expect(fake.requests).toHaveLength(3); // no refusal is tried again
});

test("a bucket that is busy now and then, or loses an answer, delays a call and does not fail it", async () => {
  let count = 0;
  const fake = await aBucket({
    pageSize: 5,
    react: () => {
      count += 1;
      if (count % 3 === 1) return SLOW_DOWN;
      return count % 7 === 0 ? "reset" : undefined;
    },
  });
  const names = Array.from({ length: 12 }, (_, index) => `${10 + index}.jsonl`);
  for (const name of names) await open(fake).put(name, `text of ${name}`);
  expect(await namesIn(open(fake))).toEqual(names);
  expect(fake.requests.length).toBeGreaterThan(30);
}, 60_000);

test("a bucket that is always busy, or never answers, fails the call in time", async () => {
  const busy = await aBucket({ react: () => SLOW_DOWN });
  await expect(open(busy, { requestMs: 900 }).put("1.jsonl", "x")).rejects.toMatchObject({ code: "SlowDown" });
  expect(busy.requests.length).toBeGreaterThan(1);
  expect(busy.requests.length).toBeLessThanOrEqual(5);
  const silent = await aBucket({ react: () => "hang" });
  await expect(open(silent, { requestMs: 300 }).put("1.jsonl", "x")).rejects.toMatchObject({ name: "TimeoutError" });
  expect(silent.requests).toHaveLength(1);
});

test("a redirect is not followed, so that the signed request goes nowhere else", async () => {
  const other = await aBucket();
  const fake = await aBucket({
    react: ({ path }) => ({
      status: 307,
      code: "TemporaryRedirect",
      headers: { location: `${new URL(other.address).origin}${path}`, "x-amz-bucket-region": "eu-west-1" },
    }),
  });
  await expect(open(fake).put("1.jsonl", "x")).rejects.toMatchObject({ status: 307, region: "eu-west-1" });
  expect(other.requests).toEqual([]);
});

test.each([
  ["a list that is cut", "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"],
  [
    "the same page again and again",
    "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken></ListBucketResult>",
  ],
  ["a web page", "<html>Welcome</html>"],
  ["half a list", "<ListBucketResult><IsTruncated>false</IsTruncated>"],
])("%s is an error, so that no object is left out in silence", async (_, list) => {
  const fake = await aBucket({ list });
  await expect(namesIn(open(fake))).rejects.toThrow(/did not (say where its list goes on|answer with a list)/);
});
