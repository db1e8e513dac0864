import type { Command } from "commander";
import { printResult, withJson } from "../../platform/cli.ts";
import type { WithStoreDeps } from "./command-deps.ts";
import { createStore } from "./create-store.ts";
import { parsePid } from "./parse-pid.ts";
import { rotateIdentitySecret } from "./rotate-identity-secret.ts";
import {
  parseCount,
  parseDays,
  parseLimit,
  parseListTypes,
  parseMarkets,
  parseOrigins,
  parseRule,
  parseSwitch,
  type Rules,
} from "./settings/parse-settings.ts";
import { DEFAULT_LIMITS, type Market } from "./settings/settings.ts";
import { updateStore } from "./settings/update-store.ts";
import { selectStores } from "./sql.ts";
import { identitySecret } from "./store.ts";

type Json = { json?: boolean };

const PAGE = 100;

export function storeCommands(program: Command, withDeps: WithStoreDeps) {
  const group = program.command("store").description("Stores");

  withJson(group.command("create"))
    .description("Create a store")
    .requiredOption("--name <name>", "name of the shop, as people know it")
    .option("--pid <pid>", "store identifier; without it, a new one is made", parsePid)
    .option("--besides <pid>", "put it into the organisation of this store, with the same members", parsePid)
    .option("--test", "a test store: its mails go only to members, and its keys begin with ks_test_")
    .action(async (options: Json & { name: string; pid?: string; besides?: string; test?: boolean }) => {
      const store = await withDeps(({ db, seal, config }) =>
        db.asOperator((tx) =>
          createStore(tx, seal, {
            name: options.name,
            shards: config.shards,
            ...(options.pid ? { pid: options.pid } : {}),
            ...(options.besides ? { besides: options.besides } : {}),
            isTest: options.test ?? false,
          }),
        ),
      );
      printResult(
        options,
        store,
        `Store ${store.name} created.\n  pid  ${store.pid}\nNext: keepsake key create --pid ${store.pid} --name server`,
      );
    });

  withJson(group.command("list"))
    .description(`List stores, ${PAGE} at a time`)
    .option("--after <pid>", "continue after this pid", "")
    .action(async (options: Json & { after: string }) => {
      const found = await withDeps(({ db }) =>
        db.asOperator((tx) => selectStores(tx, { after: options.after, limit: PAGE })),
      );
      const lines = found.map(
        (store) => `${store.pid}  ${store.createdAt.toISOString()}  ${store.liveKeys} keys  ${store.name}`,
      );
      const more = found.length === PAGE ? `\nMore: keepsake store list --after ${found.at(-1)?.pid}` : "";
      printResult(
        options,
        found,
        found.length ? lines.join("\n") + more : "No stores yet. Create one: keepsake store create --name …",
      );
    });

  withJson(group.command("set"))
    .description("Change the settings of a store")
    .requiredOption("--pid <pid>", "store identifier", parsePid)
    .option("--origins <urls>", "pages that may call from a browser, comma-separated; `any` for all", parseOrigins)
    .option("--markets <json>", "markets of the shop as a JSON array (docs/markets.md); `none` for none", parseMarkets)
    .option("--session-ttl-days <days>", "days after which a session ends; `never` for no end", parseDays)
    .option(
      "--limit <name=points/seconds...>",
      `rate limits (${Object.keys(DEFAULT_LIMITS).join(", ")}), e.g. key=6000/60`,
      parseLimit,
      {},
    )
    .option("--list-types <types>", "list types beside wl and sfl, comma-separated; `none` for none", parseListTypes)
    .option("--custom-items <on|off>", "whether lists may hold items that are in no catalogue", parseSwitch)
    .option("--items-max <number>", "most items on one list", parseCount(50_000))
    .option("--lists-max <number>", "most lists of one shopper", parseCount(1_000))
    .option("--preview-items <number>", "newest items of a list that fetch-lists returns", parseCount(100))
    .option(
      "--set <name=value...>",
      "rules for stock, alerts, lists, sessions, sending, results and privacy, e.g. stock.minimum=3 alerts.audience=per-unit (docs/operating.md)",
      parseRule,
      {},
    )
    .action(async (options: Json & { pid: string } & SettingOptions) => {
      const changes = toChanges(options);
      const settings = await withDeps(({ db }) => db.asOperator((tx) => updateStore(tx, options.pid, changes)));
      printResult(options, settings, `Settings of ${options.pid}: ${JSON.stringify(settings)}`);
    });

  withJson(group.command("identity-secret"))
    .description("Show the secret that the shop's server signs email assertions with")
    .requiredOption("--pid <pid>", "store identifier", parsePid)
    .option("--rotate", "replace the secret first; the old one stops working at once")
    .action(async (options: Json & { pid: string; rotate?: boolean }) => {
      const secret = await withDeps(async ({ db, stores }) => {
        if (options.rotate) await db.asOperator((tx) => rotateIdentitySecret(tx, options.pid));
        return identitySecret(await stores.getByPid(options.pid));
      });
      printResult(options, { pid: options.pid, identitySecret: secret }, secret);
    });
}

type SettingOptions = {
  set: Rules;
  limit: object;
  origins?: string[] | null;
  markets?: Market[] | null;
  sessionTtlDays?: number | null;
  listTypes?: string[];
  customItems?: boolean;
  itemsMax?: number;
  listsMax?: number;
  previewItems?: number;
};

function toChanges(options: SettingOptions) {
  const lists = {
    ...options.set.lists,
    ...(options.listTypes === undefined ? {} : { types: options.listTypes }),
    ...(options.customItems === undefined ? {} : { customItems: options.customItems }),
    ...(options.itemsMax === undefined ? {} : { itemsMax: options.itemsMax }),
    ...(options.listsMax === undefined ? {} : { listsMax: options.listsMax }),
    ...(options.previewItems === undefined ? {} : { previewItems: options.previewItems }),
  };
  return {
    ...options.set,
    ...(Object.keys(lists).length ? { lists } : {}),
    ...(options.origins === undefined ? {} : { origins: options.origins }),
    ...(options.markets === undefined ? {} : { markets: options.markets }),
    ...(options.sessionTtlDays === undefined ? {} : { sessionTtlDays: options.sessionTtlDays }),
    ...(Object.keys(options.limit).length ? { limits: options.limit } : {}),
  };
}
