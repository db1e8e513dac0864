import { expect, test } from "vitest";
import { atOnce, tally, untilServed } from "./fixtures/crowd.ts";
import { look } from "./fixtures/database.ts";
import { type Answer, anEmail, aService, aStore, asStore, type TestStore } from "./fixtures/service.ts";

const service = aService();
const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
const ROUNDS = process.env["KEEPSAKE_TESTS"] === "full" ? 200 : 50;
const countMerges = async (store: TestStore) =>
  (await look("select from merges where store_id = $1", [store.id])).length;

/** Retries while the first request is in progress, as a client would. */
async function untilAnswered(ask: () => Promise<Answer>): Promise<{ answer: Answer; refused: number }> {
  for (let refused = 0; ; refused += 1) {
    const answer = await untilServed(ask);
    if (answer.status !== 409 || refused > 1_000) return { answer, refused };
  }
}

test("100 parallel requests with one Idempotency-Key have one effect; the others get the same answer or 409", async () => {
  const store = await aStore(service);
  let conflicts = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { regid } = await store.aGuest();
    const useremail = anEmail();
    const ask = () => untilServed(() => store.sync({ regid, useremail }, keyed(`round-${round}`)));
    const answers = await atOnce(100, ask);
    const done = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 409);

    expect(done.length + refused.length).toBe(100);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const { body, headers } of refused) {
      expect([body.type, headers["retry-after"]]).toEqual(["idempotency-key-in-progress", "1"]);
    }
    conflicts += refused.length;

    const replay = await ask();
    expect(replay.text).toBe(done[0]?.text);
    const other = await store.sync({ regid, useremail: anEmail() }, keyed(`round-${round}`));
    expect(other.status).toBe(422);
  }
  expect(await countMerges(store)).toBe(ROUNDS);
  expect(conflicts).toBeGreaterThan(0);
}, 300_000);

test("through two processes, every retry gets the first answer", async () => {
  const store = await aStore(service);
  const elsewhere = asStore(aService(), store);
  const { regid } = await store.aGuest();
  const useremail = anEmail();
  const outcomes = await atOnce(60, (index) =>
    untilAnswered(() => (index % 2 ? store : elsewhere).sync({ regid, useremail }, keyed("k"))),
  );
  expect(tally(outcomes.map(({ answer }) => answer.status))).toEqual({ 200: 60 });
  expect(new Set(outcomes.map(({ answer }) => answer.text)).size).toBe(1);
  expect(await countMerges(store)).toBe(1);
});

test("control: without the key the answers differ", async () => {
  const store = await aStore(service);
  const { regid } = await store.aGuest();
  const useremail = anEmail();
  const answers = await atOnce(100, () => untilServed(() => store.sync({ regid, useremail })));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 100 });
  expect(new Set(answers.map(({ body }) => body.sessionid)).size).toBe(100);
});
