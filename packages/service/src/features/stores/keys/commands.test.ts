import { expect, test } from "vitest";
import { keepsake } from "../../../../test/fixtures/command-line.ts";
import { aService, aStore, basic } from "../../../../test/fixtures/service.ts";

const service = aService();

const createKey = async (pid: string, ...more: string[]) =>
  JSON.parse(await keepsake(service, "key", "create", "--pid", pid, "--name", "server", "--json", ...more)) as {
    key: string;
    scopes: string[];
  };

test("a key without --scopes can identify shoppers and subscribe them; --scopes narrows it", async () => {
  const store = await aStore(service);
  const identify = { uuid: "d2c4bc4c-5ad3-4e0a-8d1f-3f0a3d3c9d10", useragenttype: "t" };
  const products = JSON.stringify([{ epi: 1, empi: 1, du: "https://shop.example/1" }]);
  const signUp = { medium: "email", mediumvalue: "ann@example.com", products, topics: "backinstock" };
  const statuses = async (key: string) => {
    const headers = { authorization: basic(store.pid, key) };
    return [
      (await store.admin("/storeadmin/v3/user/generate-regid", identify, { headers })).status,
      (await store.admin("/storeadmin/bispa/subscriptions/create", signUp, { headers })).status,
    ];
  };
  const byDefault = await createKey(store.pid);
  expect(byDefault.scopes).toEqual(["identity", "subscriptions"]);
  expect(await statuses(byDefault.key)).toEqual([200, 200]);
  const narrow = await createKey(store.pid, "--scopes", "identity");
  expect(await statuses(narrow.key)).toEqual([200, 403]);
});

test("what store create prints leads to a key with these scopes", async () => {
  const printed = await keepsake(service, "store", "create", "--name", "A shop");
  const [, command = ""] = /keepsake (key create .*)$/m.exec(printed) ?? [];
  const made = JSON.parse(await keepsake(service, ...command.split(" "), "--json")) as { scopes: string[] };
  expect(made.scopes).toEqual(["identity", "subscriptions"]);
});
