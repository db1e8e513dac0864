import { chromium } from "playwright-core";
import { getProgram } from "../../engines/install.ts";
import { addFirstMember } from "../../packages/service/src/features/stores/members/add-first-member.ts";
import { addOperator } from "../../packages/service/src/features/stores/members/operators.ts";
import { makeLoginLink } from "../../packages/service/src/features/stores/sign-in/make-login-link.ts";
import { createLog } from "../../packages/service/src/platform/log.ts";
import { toEmail } from "../../packages/service/src/platform/text/email.ts";
import { buildDashboard } from "../../scripts/build-dashboard.ts";
import type { BenchContext } from "../path.ts";
import { contactEmail, seedStore, variantOf } from "../reads/seed-store.ts";
import { timeCalls } from "../reads/time-calls.ts";
import type { Line } from "../report.ts";
import { createStore, migrate, openDeps, startService } from "../service.ts";
import { type Call, type Member, signIn } from "./member.ts";
import { visit, watchChanges } from "./visit.ts";

const USERS = 10;
const VISITS = { full: 5, short: 2 };
const SECONDS = { full: 5, short: 1 };
/** `usableMs`: from the answer of the last call to the last change of the page. */
const BARS = { usableMs: 1_000, p95: 300 };

/** Every page of the dashboard in Chromium, on a store with a million people in line and five million items (a small one in a
 *  short run): how long after its calls a page is complete, and each of these calls with ten members at once. */
export async function* measurePages(context: BenchContext): AsyncIterable<Line> {
  const size = context.isShort ? "short" : "full";
  await buildDashboard();
  const url = await context.postgres.createDatabase("pages");
  await migrate(url);
  const store = await createStore(url, "Pages", undefined, ["admin"]);
  const deps = await openDeps(url);
  const { plans } = await seedStore(url, store, deps.hashAddress, context.isShort ? "small" : "large");
  const service = await startService({ databaseUrl: url, role: "api", folder: context.folder });
  const publicUrl = `http://localhost:${service.port}`;
  const browser = await chromium.launch({
    executablePath: await getProgram("chromium"),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const join = async (number: number): Promise<Member> => {
    const email = toEmail(`member-${number}@example.com`);
    await deps.db.asOperator(async (tx) => {
      await addFirstMember(tx, { storeId: store.id, email, role: "owner" });
      await addOperator(tx, email);
    });
    const link = await makeLoginLink({ ...deps, config: { publicUrl }, log: createLog("warn") }, email);
    return signIn(browser, publicUrl, link);
  };
  try {
    const members: Member[] = [];
    for (let number = 0; number < USERS; number += 1) members.push(await join(number));
    const [first] = members;
    if (!first) throw new Error("No member could sign in to the dashboard");
    await watchChanges(first.page);
    const measured = new Map<string, number>();
    for (const { name, path } of await listPages(first, { plans, pid: store.pid })) {
      const visits = [];
      for (let n = 0; n < VISITS[size]; n += 1) visits.push(await visit(first.page, `${publicUrl}${path}`));
      const usableMs = Math.max(...visits.map((one) => one.usableMs));
      const calls = new Map(visits.flatMap((one) => one.calls).map((call) => [JSON.stringify(call), call]));
      let slowest = { name: "", p95: 0 };
      for (const [key, call] of calls) {
        const p95 =
          measured.get(key) ??
          (await timeCalls((user) => timeOne(members[user] ?? first, call), { users: USERS, seconds: SECONDS[size] }))
            .p95;
        measured.set(key, p95);
        if (p95 > slowest.p95) slowest = { name: call.path, p95 };
      }
      yield {
        path: `page ${name}`,
        calls: calls.size,
        usableMs,
        slowestCall: slowest.name,
        p95: slowest.p95,
        bar: BARS.p95,
        ok: usableMs <= BARS.usableMs && slowest.p95 <= BARS.p95,
      };
    }
  } finally {
    await browser.close();
    await service.stop();
    await deps.close();
  }
}

async function timeOne(member: Member, call: Call): Promise<number> {
  const from = performance.now();
  await member.ask(call);
  return performance.now() - from;
}

/** The pages, with a popular variant and person where a page is about one. */
async function listPages(member: Member, { plans, pid }: { readonly plans: number; readonly pid: string }) {
  const read = (path: string, body?: object) => member.ask({ path: `/storeadmin/v3/${path}`, body });
  const plan = (await read("plans?limit=1&topic=backinstock"))["items"] as { plan: string }[];
  const found = (await read("people/find", { address: contactEmail(plans) }))["items"] as { person: string }[];
  return [
    { name: "home", path: "/dashboard" },
    { name: "demand", path: "/dashboard/demand" },
    { name: "variant", path: `/dashboard/demand/${variantOf(0)}` },
    { name: "restocks", path: "/dashboard/restocks" },
    { name: "plan", path: `/dashboard/restocks/${plan[0]?.plan}` },
    { name: "policy", path: "/dashboard/restocks/policy" },
    { name: "people", path: "/dashboard/people" },
    { name: "person", path: `/dashboard/people/${found[0]?.person}` },
    { name: "results", path: "/dashboard/results" },
    { name: "messages", path: "/dashboard/messages" },
    { name: "message", path: "/dashboard/messages/backinstock" },
    { name: "look", path: "/dashboard/look" },
    { name: "connections", path: "/dashboard/connections" },
    { name: "keys", path: "/dashboard/connections/keys" },
    { name: "senders", path: "/dashboard/connections/senders" },
    { name: "webhooks", path: "/dashboard/connections/webhooks" },
    { name: "team", path: "/dashboard/team" },
    { name: "audit", path: "/dashboard/team/audit" },
    { name: "account", path: "/dashboard/account" },
    { name: "setup", path: "/dashboard/setup" },
    { name: "all stores", path: "/dashboard/operator" },
    { name: "one store", path: `/dashboard/operator/stores/${pid}` },
    { name: "set-aside events", path: "/dashboard/operator/events" },
  ];
}
