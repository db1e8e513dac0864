import fc from "fast-check";
import { expect, test } from "vitest";
import { waitFor } from "../../../../../engines/wait-for.ts";
import { connectAsSuperuser } from "../../../test/fixtures/database.ts";
import { aDatabaseBefore } from "../../../test/fixtures/database-before.ts";
import { aMigratedDatabase } from "../../../test/fixtures/migrated-database.ts";
import { whenDone } from "../../../test/fixtures/when-done.ts";
import { createLog } from "../log.ts";
import { migrate } from "./migrate.ts";

const MIGRATION = "0040_ids_that_cannot_repeat.sql";
const PER_SECOND = 2 ** 19;
const STORE = (5 << 19) + 7; // in shard 5
const WAIT_MS = 60_000;

async function connect(url: string, searchPath = "public") {
  const client = await connectAsSuperuser(url);
  whenDone(() => client.end());
  await client.query(`set search_path = ${searchPath}`);
  return {
    query: (text: string, values: unknown[] = []) => client.query(text, values),
    async ids(count: number) {
      const { rows } = await client.query<{ id: string }>("select new_id($1) as id from generate_series(1, $2)", [
        STORE,
        count,
      ]);
      return rows.map(({ id }) => BigInt(id));
    },
  };
}
type Session = Awaited<ReturnType<typeof connect>>;

/** Sessions of a database in which the test sets the clock, and can stop a session before a step. */
async function sessionsWithClock(count: number) {
  const url = await aMigratedDatabase();
  const owner = await connect(url);
  // The schema comes before pg_catalog in the search path of the sessions.
  await owner.query(`
    create schema faked;
    create table faked.clock (at timestamptz);
    insert into faked.clock values (now() + interval '1 day');
    create function faked.statement_timestamp() returns timestamptz language sql stable as 'select at from faked.clock';
    create function faked.clock_timestamp() returns timestamptz language sql volatile as 'select at from faked.clock';
    create procedure faked.stop_before(step text) language plpgsql as $$ begin
      if current_setting('faked.stop', true) = step then perform pg_advisory_xact_lock(1); end if;
    end $$;
    create function faked.nextval(sequence regclass) returns bigint language plpgsql volatile as $$ begin
      call faked.stop_before('nextval');
      return pg_catalog.nextval(sequence);
    end $$;
    create function faked.setval(sequence regclass, number bigint) returns bigint language plpgsql volatile as $$ begin
      call faked.stop_before('setval');
      return pg_catalog.setval(sequence, number);
    end $$`);
  const sessions: Session[] = [];
  for (let n = 0; n < count; n += 1) sessions.push(await connect(url, "faked, public, pg_catalog"));
  const countWaiting = async () =>
    (await owner.query("select from pg_locks where locktype = 'advisory' and not granted")).rows.length;
  return {
    sessions,
    owner,
    countWaiting,
    now: async () => {
      const { rows } = await owner.query("select extract(epoch from at)::bigint - 1577836800 as now from faked.clock");
      return Number(rows[0]?.now);
    },
    moveClock: (seconds: number) =>
      owner.query("update faked.clock set at = at + make_interval(secs => $1)", [seconds]),
    /** As if other sessions had taken so many numbers. */
    takeNumbers: (numbers: number) =>
      owner.query(
        "select setval(id_sequence_in_turn(), pg_sequence_last_value(id_sequence_in_turn()) + 2 * $1::bigint)",
        [numbers],
      ),
    /** Makes an id in this session, which stops before the step until it may go on. */
    async makeAndStop(session: Session, step: "nextval" | "setval") {
      await owner.query("select pg_advisory_lock(1)");
      await session.query(`set faked.stop = '${step}'`);
      const making = session.ids(1);
      expect(await waitFor(async () => (await countWaiting()) === 1, WAIT_MS)).toBe(true);
      return async () => {
        await owner.query("select pg_advisory_unlock(1)");
        const ids = await making;
        await session.query("reset faked.stop");
        return ids;
      };
    },
  };
}

const secondOf = (id: bigint) => Number((id >> 19n) & 0xffff_ffffn);

const SESSIONS = 3;
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ session: fc.nat(SESSIONS - 1), ids: fc.integer({ min: 1, max: 70 }) }) },
  // Around a multiple of 2^19, where the low bits of an id are those of an earlier one.
  fc.record({ wraps: fc.integer({ min: 1, max: 4 }), numbers: fc.integer({ min: -130, max: 130 }) }),
  fc.record({ seconds: fc.integer({ min: -4, max: 12 }) }),
);

test("no id repeats and none is behind the clock: with idle sessions, millions of ids in a second, and a clock set back", async () => {
  const { sessions, now, moveClock, takeNumbers } = await sessionsWithClock(SESSIONS);
  const made = new Set<bigint>();
  let clock = await now();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const wrong: bigint[] = [];
      for (const one of steps) {
        if ("seconds" in one) {
          await moveClock(one.seconds);
          clock += one.seconds;
        } else if ("wraps" in one) await takeNumbers((one.wraps * PER_SECOND) / 2 + one.numbers);
        else
          for (const id of (await sessions[one.session]?.ids(one.ids)) ?? []) {
            if (made.has(id) || secondOf(id) < clock) wrong.push(id);
            made.add(id);
          }
      }
      expect(wrong).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test("a session that stops before it takes a number makes no id that others make meanwhile", async () => {
  const { sessions, moveClock, takeNumbers, makeAndStop } = await sessionsWithClock(2);
  const [stopped, other] = sessions as [Session, Session];
  const made = await other.ids(1);
  const goOn = await makeAndStop(stopped, "nextval");
  for (const seconds of [1, 0, 1, -1, 1, 1]) {
    await moveClock(seconds);
    made.push(...(await other.ids(70)));
    await takeNumbers(PER_SECOND / 2 - 35);
  }
  const ids = [...made, ...(await goOn()), ...(await other.ids(200)), ...(await stopped.ids(200))];
  expect(new Set(ids).size).toBe(ids.length);
});

test("two sessions that bring the ids to the clock at the same time do not undo each other's step", async () => {
  const { sessions, moveClock, makeAndStop, countWaiting } = await sessionsWithClock(2);
  const [stopped, other] = sessions as [Session, Session];
  const ids = [...(await other.ids(1)), ...(await stopped.ids(1))];
  await moveClock(1);
  const goOn = await makeAndStop(stopped, "setval");
  let isMade = false;
  const making = other.ids(200).finally(() => (isMade = true));
  expect(await waitFor(async () => isMade || (await countWaiting()) === 2, WAIT_MS)).toBe(true);
  ids.push(...(await goOn()), ...(await making), ...(await stopped.ids(200)), ...(await other.ids(200)));
  expect(new Set(ids).size).toBe(ids.length);
});

test("numbers that are taken while a session brings the ids to the clock are not given again", async () => {
  const { sessions, moveClock, takeNumbers, makeAndStop } = await sessionsWithClock(2);
  const [stopped, other] = sessions as [Session, Session];
  const ids = await other.ids(1);
  await moveClock(3);
  const goOn = await makeAndStop(stopped, "setval");
  await moveClock(-3);
  await takeNumbers((3 * PER_SECOND) / 2);
  ids.push(...(await other.ids(200)), ...(await goOn()), ...(await other.ids(200)), ...(await stopped.ids(200)));
  expect(new Set(ids).size).toBe(ids.length);
});

test("an open transaction that made the first id of a second holds no other session up", async () => {
  const { sessions, moveClock } = await sessionsWithClock(2);
  const [open, other] = sessions as [Session, Session];
  await open.ids(1);
  await moveClock(1);
  await open.query("begin");
  await open.ids(1);
  await moveClock(1);
  await other.query("set lock_timeout = '1s'");
  expect(await other.ids(1)).toHaveLength(1);
  await open.query("rollback");
});

test("sessions that make more ids together than a second has room for make each one once", async () => {
  const url = await aMigratedDatabase();
  const sessions = await Promise.all([connect(url), connect(url), connect(url)]);
  await sessions[0]?.query("create unlogged table made (id bigint)");
  await Promise.all(
    sessions.map((session) =>
      session.query("insert into made select new_id($1) from generate_series(1, 300000)", [STORE]),
    ),
  );
  const counted = await sessions[0]?.query("select count(distinct id)::int as ids from made");
  expect(counted?.rows).toEqual([{ ids: 900_000 }]);
});

test("an id carries the shard of its store and its second, also after a silence and after a restore", async () => {
  const { sessions, owner, now, moveClock } = await sessionsWithClock(1);
  const [session] = sessions as [Session];
  const makeOne = async () => {
    const [id = 0n] = await session.ids(1);
    expect(id >> 51n).toBe(5n);
    expect(secondOf(id)).toBe(await now());
    return id;
  };
  await makeOne();
  await moveClock(86_400);
  const last = await makeOne();

  // A backup from an hour ago: the sequences have their old values, the clock goes on.
  await owner.query(`
    select setval('id_numbers_0', a.last_value - 3600::bigint * 524288), setval('id_numbers_1', b.last_value - 3600::bigint * 524288)
    from id_numbers_0 a, id_numbers_1 b`);
  await session.query("discard sequences");
  await moveClock(1);
  expect(await makeOne()).toBeGreaterThan(last);
});

test("ids of the upgraded function are higher than all ids that were made before", async () => {
  const { ownerUrl, client } = await aDatabaseBefore(MIGRATION);
  const old = await client.query<{ id: string }>("select max(new_id($1)) as id from generate_series(1, 1000)", [STORE]);
  await migrate(ownerUrl, createLog("silent"));
  const { rows } = await client.query<{ id: string }>("select new_id($1) as id", [STORE]);
  expect(BigInt(rows[0]?.id ?? 0)).toBeGreaterThan(BigInt(old.rows[0]?.id ?? 0));
});
