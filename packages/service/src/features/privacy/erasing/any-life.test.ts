import fc from "fast-check";
import { expect, test } from "vitest";
import { look } from "../../../../test/fixtures/database.ts";
import { findBroken } from "../../../../test/fixtures/list-invariants.ts";
import { anEmail, aService, aStore, type Person, personOf, type TestStore } from "../../../../test/fixtures/service.ts";
import { anItem, good, listsOf } from "../../../../test/fixtures/shopper-lists.ts";
import { aProduct, subscriptionsOf } from "../../../../test/fixtures/subscription-calls.ts";

const FULL = process.env["KEEPSAKE_TESTS"] === "full";
const service = aService();

const DEEDS = ["save as guest", "save", "log in", "undo", "sign up", "revoke", "new device", "erase"] as const;
type Deed = { readonly deed: (typeof DEEDS)[number]; readonly variant: number };
const lives = fc.array(
  fc.record({ who: fc.constantFrom(0, 1), deed: fc.constantFrom(...DEEDS), variant: fc.integer({ min: 1, max: 4 }) }),
  { minLength: 3, maxLength: 14 },
);

type Device = { readonly guest: Person & { readonly uuid: string }; isMerged: boolean };

/** One person with an account and one device after the other. A guest that is part of no account is another person. */
async function aLife(store: TestStore) {
  const email = anEmail();
  const newDevice = async (): Promise<Device> => ({ guest: await store.aGuest(), isMerged: false });
  const devices = [await newDevice()];
  const logIns: Person[] = [await store.anAccount(email)];
  const dead: Person[] = [];
  const ids = new Set<string>();
  const save = async (who: Person | undefined, variant: number) => {
    // An ended session is refused.
    const created = who && (await listsOf(store, who).post("create", { lname: `List ${variant}` }));
    if (who && created?.status === 200) await listsOf(store, who).add(String(created.body["lid"]), anItem(variant));
  };
  /** The ids of the account and of the guests that are part of it now. */
  const remember = async () => {
    const found = await look<{ id: string }>(
      "select s.id from shoppers s left join shoppers a on a.id = s.merged_into where s.store_id = $1 and (s.email = $2 or a.email = $2)",
      [store.id, email],
    );
    for (const { id } of found) ids.add(id);
  };
  async function erase() {
    await remember();
    good(await store.admin("/storeadmin/v3/people/erase", undefined, { json: { email, confirm: "erase" } }));
    dead.push(...logIns, ...devices.filter(({ isMerged }) => isMerged).map(({ guest }) => guest));
    for (const device of devices) device.isMerged = false;
  }
  async function play({ deed, variant }: Deed) {
    const device = devices.at(-1) ?? (await newDevice());
    const account = logIns.at(-1);
    if (deed === "save as guest") await save(device.guest, variant);
    if (deed === "save") await save(account, variant);
    if (deed === "log in") {
      logIns.push(personOf(await store.generateRegid({ uuid: device.guest.uuid, useremail: email })));
      device.isMerged = true;
    }
    if (deed === "undo" && (await store.undoMerge({ regid: device.guest.regid })).status === 200)
      device.isMerged = false;
    if (deed === "sign up" && account) await subscriptionsOf(store, account).create(email, [aProduct(variant)]);
    if (deed === "revoke") await store.revokeSessions({ useremail: email });
    if (deed === "new device") devices.push(await newDevice());
    if (deed === "erase") await erase();
  }
  return { email, dead, ids, play, remember, erase };
}

const TABLES = {
  lists: "shopper_id",
  subscriptions: "shopper_id",
  merges: "account_id",
  shoppers: "id",
  mails: "shopper_id",
};

test("whatever somebody did before, an erasure ends their sessions, leaves no row under their ids, and harms no list of others", async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (deeds) => {
      const store = await aStore(service, { scopes: ["admin"] });
      const [ann, bob] = [await aLife(store), await aLife(store)];
      for (const deed of deeds) await (deed.who === 0 ? ann : bob).play(deed);
      await ann.remember();
      const before = await look(
        "select id, count from lists where store_id = $1 and not shopper_id = any($2) order by id",
        [store.id, [...ann.ids]],
      );
      await ann.erase();
      for (const session of ann.dead)
        await expect(store.identify(session)).rejects.toMatchObject({ type: "sw-badregid" });
      for (const [table, column] of Object.entries(TABLES))
        expect([
          table,
          await look(`select from ${table} where store_id = $1 and ${column} = any($2)`, [store.id, [...ann.ids]]),
        ]).toEqual([table, []]);
      expect(await look("select from contacts where store_id = $1 and value = $2", [store.id, ann.email])).toEqual([]);
      const left = await look(
        "select id, count from lists where store_id = $1 and not shopper_id = any($2) order by id",
        [store.id, [...ann.ids]],
      );
      expect(left).toEqual(before);
      expect(await findBroken(store.id)).toEqual([]);
    }),
    { numRuns: FULL ? 500 : 25 },
  );
}, 1_800_000);
