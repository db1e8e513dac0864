import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aMember } from "../../../../test/fixtures/members.ts";
import { aService, aStore } from "../../../../test/fixtures/service.ts";
import { createMailLoginLink } from "./mail-login-link.ts";
import { createNotifyMembers } from "./notify-members.ts";

const service = aService();

test("a stranger who asks for a member's links keeps neither notices nor other links from the member", async () => {
  const { db, stores, config, log } = service.deps;
  const store = await aStore(service);
  const { email } = await aMember(service, store, "owner");
  const mailLink = createMailLoginLink({ db, stores, publicUrl: config.publicUrl, canMail: true, log });
  const kinds = async () => {
    const mails = await look<{ kind: string; count: number }>(
      "select kind, count(*)::int from mails where store_id = $1 group by kind",
      [store.id],
    );
    return Object.fromEntries(mails.map(({ kind, count }) => [kind, count]));
  };
  for (let time = 0; time < 40; time += 1) await mailLink("sign-in", email, "token");
  expect(await kinds()).toEqual({ "member-link": 5 });

  await mailLink("password", email, "token");
  const notice = { subject: "An API key was created", what: "…", whatToDo: "…", scope: "keys" } as const;
  const record = await stores.getById(store.id);
  await db.inStore(store.id, (tx) => createNotifyMembers(config)(tx, record, notice));
  expect(await kinds()).toEqual({ "member-link": 5, "member-password": 1, member: 1 });

  await look("update mails set created_at = created_at - interval '16 minutes' where store_id = $1", [store.id]);
  await mailLink("sign-in", email, "token");
  expect(await kinds()).toMatchObject({ "member-link": 6 });
});
