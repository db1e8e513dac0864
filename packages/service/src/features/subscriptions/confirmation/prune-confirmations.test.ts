import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aService, aUuid } from "../../../../test/fixtures/service.ts";
import { pruneConfirmations } from "./prune-confirmations.ts";

const service = aService();

test("counts of confirmation mails are deleted when the newest is older than two days", async () => {
  const [old, recent] = [aUuid(), aUuid()];
  await look(
    `insert into confirmations (address_hash, sent) values
      ($1, array[now() - interval '9 days', now() - interval '49 hours']), ($2, array[now() - interval '9 days', now()])`,
    [old, recent],
  );
  await pruneConfirmations(service.deps.db);
  expect(
    await look("select address_hash as hash from confirmations where address_hash = any($1)", [[old, recent]]),
  ).toEqual([{ hash: recent }]);
});
