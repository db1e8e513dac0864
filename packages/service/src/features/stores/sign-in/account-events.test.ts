import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { aBrowser, addApp, aMember, PASSWORD, signIn, stepUpByPassword } from "../../../../test/fixtures/members.ts";
import { anEmail, aService, aStore } from "../../../../test/fixtures/service.ts";
import { toEmail } from "../../../platform/text/email.ts";
import { addFirstMember } from "../members/add-first-member.ts";

const service = aService();

/** What the log says of a person, the oldest first: of a store, or of the installation. */
async function logOf(email: string, storeId: number | null) {
  const rows = await look<{ action: string; details: Record<string, string> }>(
    `select action, details from audit_log where actor_id = $1 and store_id is not distinct from $2 order by id`,
    [email, storeId],
  );
  return rows.map(({ action, details }) => [action, ...Object.values(details)].join(" "));
}

test("the log has a sign-in once it is whole, each confirmation, and each change of factors", async () => {
  const store = await aStore(service);
  const { email, ...owner } = await aMember(service, store, "owner");
  await stepUpByPassword(owner);
  const { code } = await addApp(owner);
  const before = await logOf(email, store.id);
  expect(before).toEqual([
    "member.signed-in link",
    "member.factor-changed password set",
    "member.confirmed password",
    "member.confirmed password",
    "member.factor-changed app added",
  ]);

  const joined = () => look("select joined_at from memberships where email = $1", [email]);
  await look("update memberships set joined_at = null where email = $1", [email]);
  const thief = aBrowser(service);
  await thief.auth("/sign-in/email", { json: { email, password: PASSWORD } });
  await signIn(service, email);
  expect(await logOf(email, store.id), "a password or a link alone").toEqual(before);
  expect(await joined()).toEqual([{ joined_at: null }]);

  await thief.auth("/two-factor/verify-totp", { json: { code: code() } });
  await thief.auth("/two-factor/verify-totp", { json: { code: code() } });
  expect((await logOf(email, store.id)).slice(before.length)).toEqual(["member.signed-in app", "member.confirmed app"]);
  expect(await joined()).toEqual([{ joined_at: expect.any(Date) }]);
});

test("sign-ins of operators, and of members of several stores, are in the log of the installation", async () => {
  const operator = toEmail(anEmail());
  await look("insert into operators (email) values ($1)", [operator]);
  await signIn(service, operator);
  expect(await logOf(operator, null)).toEqual(["operator.signed-in link"]);

  const [store, other] = [await aStore(service), await aStore(service)];
  const email = toEmail(anEmail());
  for (const { id } of [store, other])
    await service.deps.db.asOperator((tx) => addFirstMember(tx, { storeId: id, email, role: "owner" }));
  await signIn(service, email);
  expect([await logOf(email, null), await logOf(email, store.id)]).toEqual([["member.signed-in link"], []]);
});
