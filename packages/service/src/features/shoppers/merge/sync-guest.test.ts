import { expect, test } from "vitest";
import { signAssertion } from "../../../../test/fixtures/assertion.ts";
import { look } from "../../../../test/fixtures/database.ts";
import { anEmail, aService, aStore, aUuid, personOf, refusalOf } from "../../../../test/fixtures/service.ts";
import { identitySecret } from "../../stores/store.ts";

const service = aService();

const mergesOf = (storeId: number) =>
  look<{ guestId: string; accountId: string; undone: boolean }>(
    `select guest_id as "guestId", account_id as "accountId", undone_at is not null as undone
     from merges where store_id = $1 order by id`,
    [storeId],
  );
const eventsOf = async (storeId: number) =>
  (await look<{ subject: string }>("select subject from outbox where store_id = $1 order by id", [storeId]))
    .map(({ subject }) => subject)
    .filter((subject) => subject.startsWith("shopper."));
const everythingOf = (storeId: number) =>
  look(
    `select (select json_agg(s order by id) from shoppers s where store_id = $1) as shoppers,
      (select json_agg(m order by id) from merges m where store_id = $1) as merges,
      (select json_agg(o.subject order by id) from outbox o where store_id = $1) as outbox`,
    [storeId],
  );

test("guest-validate-sync returns a message and the regid and sessionid of the account", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const account = await store.anAccount();
  const { status, body } = await store.sync({ regid: guest.regid, useremail: account.useremail });

  expect(status).toBe(200);
  expect(body).toEqual({
    message: "Guest merged into the account",
    regid: account.regid,
    sessionid: expect.stringMatching(/^[\w-]{68}$/),
  });
  expect((await store.identify(personOf({ status, body, headers: {}, text: "" }))).id).toBeDefined();
});

test("a merge creates the account if the email has none", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const useremail = anEmail();
  const merged = personOf(await store.sync({ regid: guest.regid, useremail }));

  expect((await store.anAccount(useremail)).regid).toBe(merged.regid);
});

test("repeating a merge changes nothing", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const { useremail, regid } = await store.anAccount();
  await store.sync({ regid: guest.regid, useremail });
  const before = await everythingOf(store.id);

  for (let time = 0; time < 3; time += 1) {
    const { status, body } = await store.sync({ regid: guest.regid, useremail });
    expect(status).toBe(200);
    expect(body).toMatchObject({ message: "Guest is already part of the account", regid });
  }
  await store.generateRegid({ uuid: guest.uuid, useremail });
  expect(await everythingOf(store.id)).toEqual(before);
  expect(await eventsOf(store.id)).toEqual(["shopper.merged"]);
});

test("a call with the account's own regid instead of a guest's changes nothing", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const { useremail, regid } = await store.anAccount();
  await store.sync({ regid: guest.regid, useremail });
  const before = await everythingOf(store.id);
  const { status, body } = await store.sync({ regid, useremail });

  expect(status).toBe(200);
  expect(body.regid).toBe(regid);
  expect(await everythingOf(store.id)).toEqual(before);
});

test("merging an account into another account is 403 not-a-guest", async () => {
  const store = await aStore(service);
  const [one, other] = [await store.anAccount(), await store.anAccount()];
  const before = await everythingOf(store.id);

  for (const useremail of [other.useremail, anEmail()]) {
    const answer = await store.sync({ regid: one.regid, useremail });
    expect(refusalOf(answer)).toMatchObject({ status: 403, error: true, type: "not-a-guest" });
  }
  expect(await everythingOf(store.id)).toEqual(before);
});

test("merging a guest of another account is 403 and changes nothing", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const [owner, stranger] = [await store.anAccount(), await store.anAccount()];
  await store.sync({ regid: guest.regid, useremail: owner.useremail });
  const before = await everythingOf(store.id);
  const answer = await store.sync({ regid: guest.regid, useremail: stranger.useremail });

  expect(refusalOf(answer)).toMatchObject({ status: 403, error: true, type: "guest-of-another-account" });
  expect(await everythingOf(store.id)).toEqual(before);
});

test("after a merge the guest's regid identifies the account", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const account = await store.anAccount();
  const merged = personOf(await store.sync({ regid: guest.regid, useremail: account.useremail }));
  const accountId = (await store.identify(account)).id;

  const pairs = [
    guest,
    { regid: guest.regid, sessionid: merged.sessionid },
    { regid: guest.regid, sessionid: account.sessionid },
  ];
  for (const pair of pairs) expect((await store.identify(pair)).id).toBe(accountId);
});

test("after a merge the guest's session is valid for the account", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const account = await store.anAccount();
  const newRegidOldSession = { regid: account.regid, sessionid: guest.sessionid };
  await expect(store.identify(newRegidOldSession)).rejects.toMatchObject({ type: "sw-badregid" });

  await store.sync({ regid: guest.regid, useremail: account.useremail });
  expect((await store.identify(newRegidOldSession)).id).toBe((await store.identify(account)).id);
});

test("sessions of two guests of one account are valid for each other's regid; those of a third guest are not", async () => {
  const store = await aStore(service);
  const [one, two, stranger] = [await store.aGuest(), await store.aGuest(), await store.aGuest()];
  const { useremail } = await store.anAccount();
  for (const { regid } of [one, two]) await store.sync({ regid, useremail });

  expect((await store.identify({ regid: one.regid, sessionid: two.sessionid })).id).toBeDefined();
  for (const pair of [
    { regid: one.regid, sessionid: stranger.sessionid },
    { regid: stranger.regid, sessionid: one.sessionid },
  ]) {
    await expect(store.identify(pair)).rejects.toMatchObject({ type: "sw-badregid" });
  }
});

test("dryrun=1 returns what the merge would move, changes nothing and opens no session", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const account = await store.anAccount();
  const before = await everythingOf(store.id);

  for (const useremail of [account.useremail, anEmail()]) {
    const { status, body } = await store.sync({ regid: guest.regid, useremail, dryrun: "1" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ message: "This guest would become part of the account", dryrun: true, moved: {} });
    expect(body).not.toHaveProperty("sessionid");
  }
  expect(await everythingOf(store.id)).toEqual(before);

  // Control: without dryrun the same call changes the rows that were compared.
  await store.sync({ regid: guest.regid, useremail: account.useremail });
  expect(await everythingOf(store.id)).not.toEqual(before);
});

test("dryrun=1 refuses what the merge would refuse, and reports a guest that is already merged", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const { useremail } = await store.anAccount();
  await store.sync({ regid: guest.regid, useremail });

  const again = await store.sync({ regid: guest.regid, useremail, dryrun: "true" });
  expect(again.body).toMatchObject({ message: "This guest is already part of the account", dryrun: true });
  const foreign = await store.sync({ regid: guest.regid, useremail: anEmail(), dryrun: "1" });
  expect(refusalOf(foreign)).toMatchObject({ status: 403, type: "guest-of-another-account" });
});

test("dryrun is a switch: with 0 and false the call merges, and any other value is 400", async () => {
  const store = await aStore(service);
  for (const dryrun of ["0", "false"]) {
    const { regid } = await store.aGuest();
    expect((await store.sync({ regid, useremail: anEmail(), dryrun })).body).not.toHaveProperty("dryrun");
  }
  const { regid } = await store.aGuest();
  const refused = await store.sync({ regid, useremail: anEmail(), dryrun: "maybe" });
  expect(refused.status).toBe(400);
  for (const dryrun of [1, true]) {
    const json = { regid, useremail: anEmail(), useragenttype: "test", dryrun };
    const { body } = await store.admin("/storeadmin/v3/user/guest-validate-sync", undefined, { json });
    expect(body.dryrun).toBe(true);
  }
});

test("undoing a merge separates the guest from the account", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const account = await store.anAccount();
  await store.sync({ regid: guest.regid, useremail: account.useremail });
  const { status, body } = await store.undoMerge({ regid: guest.regid });

  expect({ status, body }).toEqual({ status: 200, body: { message: "Merge undone" } });
  expect((await store.identify(guest)).id).not.toBe((await store.identify(account)).id);
  for (const pair of [
    { regid: account.regid, sessionid: guest.sessionid },
    { regid: guest.regid, sessionid: account.sessionid },
  ]) {
    await expect(store.identify(pair)).rejects.toMatchObject({ type: "sw-badregid" });
  }
  expect(await eventsOf(store.id)).toEqual(["shopper.merged", "shopper.unmerged"]);
});

test("after an undo the guest can be merged into another account, or into the same one again", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const [one, other] = [await store.anAccount(), await store.anAccount()];
  for (const { useremail } of [one, other, other, one]) {
    expect((await store.sync({ regid: guest.regid, useremail })).status).toBe(200);
    expect((await store.undoMerge({ regid: guest.regid })).status).toBe(200);
  }
  await store.sync({ regid: guest.regid, useremail: one.useremail });

  expect((await mergesOf(store.id)).map(({ undone }) => undone)).toEqual([true, true, true, true, false]);
});

test("undoing is 404 for a guest without a merge, a merge that is already undone, an account, and a merge older than 30 days", async () => {
  const store = await aStore(service);
  const [fresh, undone, old, young] = await Promise.all([
    store.aGuest(),
    store.aGuest(),
    store.aGuest(),
    store.aGuest(),
  ]);
  const account = await store.anAccount();
  for (const { regid } of [undone, old, young]) await store.sync({ regid, useremail: account.useremail });
  await store.undoMerge({ regid: undone.regid });
  const ids = await Promise.all([old, young].map(async (guest) => guestIdOf(guest.regid)));
  await age(ids[0], "30 days 1 minute");
  await age(ids[1], "29 days 23 hours");

  for (const { regid } of [fresh, undone, old, account]) {
    const answer = await store.undoMerge({ regid });
    expect(refusalOf(answer)).toMatchObject({ status: 404, error: true, type: "no-merge-to-undo" });
  }
  expect((await store.undoMerge({ regid: young.regid })).status).toBe(200);

  async function guestIdOf(text: string) {
    const regid = Buffer.from(text, "base64url").toString("hex");
    const sql = "select id from shoppers where store_id = $1 and regid = $2";
    return (await look<{ id: string }>(sql, [store.id, regid]))[0]?.id;
  }
  async function age(guestId: string | undefined, by: string) {
    await look("update merges set merged_at = now() - $3::interval where store_id = $1 and guest_id = $2", [
      store.id,
      guestId,
      by,
    ]);
  }
});

test("a refused undo inserts no row", async () => {
  const store = await aStore(service);
  const { regid } = await store.aGuest();
  await store.undoMerge({ regid });
  expect(await look("select from shoppers where store_id = $1", [store.id])).toEqual([]);
});

test.each([
  ["regid", { useremail: "a@example.com", useragenttype: "test" }, "missing-regid"],
  ["useremail", { regid: "x", useragenttype: "test" }, "missing-useremail"],
  ["useragenttype", { regid: "x", useremail: "a@example.com" }, "missing-useragenttype"],
])("a missing %s is 400", async (_, params, type) => {
  const store = await aStore(service);
  const answer = await store.admin("/storeadmin/v3/user/guest-validate-sync", params);
  expect(refusalOf(answer)).toMatchObject({ status: 400, error: true, type });
});

test("an unknown, foreign or malformed regid is 401 sw-badregid on every call that takes one", async () => {
  const [store, other] = [await aStore(service), await aStore(service)];
  const foreign = await other.aGuest();
  const altered = foreign.regid.replace(/^./, (first) => (first === "A" ? "B" : "A"));
  const invented = Buffer.alloc(16, 7).toString("base64url");

  const long = [200, 201, 220, 2_048].map((length) => "x".repeat(length));
  for (const regid of [foreign.regid, altered, invented, "guest-1", ...long, foreign.sessionid]) {
    for (const answer of [
      await store.sync({ regid, useremail: anEmail() }),
      await store.undoMerge({ regid }),
      await store.revokeSessions({ regid }),
    ]) {
      expect(refusalOf(answer)).toMatchObject({ status: 401, error: true, type: "sw-badregid" });
    }
  }
  const tooLong = await store.undoMerge({ regid: "x".repeat(2_049) });
  expect(refusalOf(tooLong)).toMatchObject({ status: 400, type: "invalid-parameter" });
});

test("a bad email is 400 invalid-email", async () => {
  const store = await aStore(service);
  const { regid } = await store.aGuest();
  const answer = await store.sync({ regid, useremail: "nobody" });
  expect(refusalOf(answer)).toMatchObject({ status: 400, type: "invalid-email" });
});

test("the email is trimmed and lower-cased before it is compared", async () => {
  const store = await aStore(service);
  const guest = await store.aGuest();
  const account = await store.anAccount();
  const first = await store.sync({ regid: guest.regid, useremail: ` ${account.useremail.toUpperCase()} ` });
  const second = await store.sync({ regid: guest.regid, useremail: account.useremail });

  expect([first.body.regid, second.body.regid]).toEqual([account.regid, account.regid]);
  expect(await mergesOf(store.id)).toHaveLength(1);
});

test("generate-regid with both parameters, guest-validate-sync and a signed assertion merge a guest in the same way", async () => {
  const store = await aStore(service);
  const useremail = anEmail();
  const guests = await Promise.all([store.aGuest(), store.aGuest(), store.aGuest()]);
  const assertion = await signAssertion(identitySecret(await store.record()), { email: useremail });
  const answers = [
    await store.generateRegid({ uuid: guests[0].uuid, useremail }),
    await store.sync({ regid: guests[1].regid, useremail }),
    await store.register({ uuid: guests[2].uuid, sessionid: guests[2].sessionid, assertion }),
  ].map(personOf);

  expect(new Set(answers.map(({ regid }) => regid)).size).toBe(1);
  const ids = await Promise.all([...guests, ...answers].map(async (person) => (await store.identify(person)).id));
  expect(new Set(ids).size).toBe(1);
  expect(await mergesOf(store.id)).toHaveLength(3);
});

test("a new uuid that is sent with an email becomes part of the account", async () => {
  const store = await aStore(service);
  const [uuid, useremail] = [aUuid(), anEmail()];
  const guest = personOf(await store.generateRegid({ uuid }));
  const account = personOf(await store.generateRegid({ uuid, useremail }));
  expect((await store.identify(guest)).id).toBe((await store.identify(account)).id);
});
