import { type Command, InvalidArgumentError } from "commander";
import { Value } from "typebox/value";
import { say, withJson } from "../../platform/cli.ts";
import type { Seal } from "../../platform/crypto/seal.ts";
import type { Db } from "../../platform/db/db.ts";
import { createStore } from "./create-store.ts";
import { type HashSecret, SCOPES, type Scope } from "./keys/api-key.ts";
import { createKey } from "./keys/create-key.ts";
import { revokeKey } from "./keys/revoke-key.ts";
import { rotateKey } from "./keys/rotate-key.ts";
import { rotateIdentitySecret } from "./rotate-identity-secret.ts";
import { DEFAULT_LIMITS, StoreSettings } from "./settings/settings.ts";
import { getStoreId, updateStore } from "./settings/update-store.ts";
import { selectKeys, selectStores } from "./sql.ts";
import { identitySecret, PID } from "./store.ts";
import type { StoreCache } from "./store-cache.ts";

type StoreParts = {
  db: Db;
  seal: Seal;
  hashSecret: HashSecret;
  stores: StoreCache;
  config: { shards: { first: number; last: number } };
};
export type WithStoreParts = <T>(work: (parts: StoreParts) => Promise<T>) => Promise<T>;
type Json = { json?: boolean };

const PAGE = 100;

export function storeCommands(program: Command, withParts: WithStoreParts) {
  const stores = program.command("store").description("Stores");

  withJson(stores.command("create"))
    .description("Create a store")
    .requiredOption("--name <name>", "what people call it")
    .option("--pid <pid>", "store identifier, if one exists already", parsePid)
    .action(async (options: Json & { name: string; pid?: string }) => {
      const store = await withParts(({ db, seal, config }) =>
        db.asOperator((tx) =>
          createStore(tx, seal, {
            name: options.name,
            shards: config.shards,
            ...(options.pid ? { pid: options.pid } : {}),
          }),
        ),
      );
      say(
        options,
        store,
        `Store ${store.name} created.\n  pid  ${store.pid}\nNext: keepsake key create --pid ${store.pid} --name server --scopes identity`,
      );
    });

  withJson(stores.command("list"))
    .description(`List stores, ${PAGE} at a time`)
    .option("--after <pid>", "go on after this pid", "")
    .action(async (options: Json & { after: string }) => {
      const found = await withParts(({ db }) =>
        db.asOperator((tx) => selectStores(tx, { after: options.after, limit: PAGE })),
      );
      const lines = found.map(
        (store) => `${store.pid}  ${store.createdAt.toISOString()}  ${store.liveKeys} keys  ${store.name}`,
      );
      const more = found.length === PAGE ? `\nMore: keepsake store list --after ${found.at(-1)?.pid}` : "";
      say(
        options,
        found,
        found.length ? lines.join("\n") + more : "No stores yet. Create one: keepsake store create --name …",
      );
    });

  withJson(stores.command("set"))
    .description("Change the settings of a store")
    .requiredOption("--pid <pid>", "store identifier", parsePid)
    .option("--origins <urls>", "pages that may call from a browser, comma-separated; `any` for all", parseOrigins)
    .option("--session-ttl-days <days>", "end sessions after so many days; `never` for none", parseDays)
    .option(
      "--limit <name=points/seconds...>",
      `rate limits (${Object.keys(DEFAULT_LIMITS).join(", ")}), e.g. key=6000/60`,
      parseLimit,
      {},
    )
    .option("--list-types <types>", "list types beside wl and sfl, comma-separated; `none` for none", parseTypes)
    .option("--custom-items <on|off>", "items that are in no catalogue", parseSwitch)
    .option("--items-max <number>", "items a list holds", parseCount(50_000))
    .option("--lists-max <number>", "lists a shopper has", parseCount(1_000))
    .option("--preview-items <number>", "newest items that fetch-lists shows", parseCount(100))
    .option(
      "--set <name=value...>",
      "how stock and alerts are decided, e.g. stock.minimum=3 alerts.audience=per-unit (docs/restocks.md)",
      parseSetting,
      {},
    )
    .action(
      async (
        options: Json & {
          pid: string;
          set: Pick<StoreSettings, "stock" | "alerts">;
          origins?: string[] | null;
          sessionTtlDays?: number | null;
          limit: object;
          listTypes?: string[];
          customItems?: boolean;
          itemsMax?: number;
          listsMax?: number;
          previewItems?: number;
        },
      ) => {
        const lists = {
          ...(options.listTypes === undefined ? {} : { types: options.listTypes }),
          ...(options.customItems === undefined ? {} : { customItems: options.customItems }),
          ...(options.itemsMax === undefined ? {} : { itemsMax: options.itemsMax }),
          ...(options.listsMax === undefined ? {} : { listsMax: options.listsMax }),
          ...(options.previewItems === undefined ? {} : { previewItems: options.previewItems }),
        };
        const changes = {
          ...options.set,
          ...(Object.keys(lists).length ? { lists } : {}),
          ...(options.origins === undefined ? {} : { origins: options.origins }),
          ...(options.sessionTtlDays === undefined ? {} : { sessionTtlDays: options.sessionTtlDays }),
          ...(Object.keys(options.limit).length ? { limits: options.limit } : {}),
        };
        const settings = await withParts(({ db }) => db.asOperator((tx) => updateStore(tx, options.pid, changes)));
        say(options, settings, `Settings of ${options.pid}: ${JSON.stringify(settings)}`);
      },
    );

  withJson(stores.command("identity-secret"))
    .description("Show the secret that the shop's server signs email assertions with")
    .requiredOption("--pid <pid>", "store identifier", parsePid)
    .option("--rotate", "make a new one first; the old one stops at once")
    .action(async (options: Json & { pid: string; rotate?: boolean }) => {
      const secret = await withParts(async ({ db, stores }) => {
        if (options.rotate) await db.asOperator((tx) => rotateIdentitySecret(tx, options.pid));
        return identitySecret(await stores.getByPid(options.pid));
      });
      say(options, { pid: options.pid, identitySecret: secret }, secret);
    });
}

export function keyCommands(program: Command, withParts: WithStoreParts) {
  const keys = program.command("key").description("API keys");
  const inStore = <T>(
    pid: string,
    work: (
      parts: StoreParts,
      tx: Parameters<Parameters<Db["asOperator"]>[0]>[0],
      storeId: Awaited<ReturnType<typeof getStoreId>>,
    ) => Promise<T>,
  ) => withParts((parts) => parts.db.asOperator(async (tx) => work(parts, tx, await getStoreId(tx, pid))));

  withJson(keys.command("create"))
    .description("Create a key; it is shown once")
    .requiredOption("--pid <pid>", "store identifier", parsePid)
    .requiredOption("--name <name>", "where it is used")
    .option("--scopes <scopes>", `comma-separated: ${SCOPES.join(", ")}`, parseScopes, ["identity"])
    .action(async (options: Json & { pid: string; name: string; scopes: Scope[] }) => {
      const made = await inStore(options.pid, ({ hashSecret }, tx, storeId) =>
        createKey(tx, hashSecret, { storeId, name: options.name, scopes: options.scopes }),
      );
      say(
        options,
        made,
        `Key ${made.id} (${made.name}: ${made.scopes.join(", ")}). It is shown this once:\n  ${made.key}`,
      );
    });

  withJson(keys.command("list"))
    .description("List the keys of a store")
    .requiredOption("--pid <pid>", "store identifier", parsePid)
    .action(async (options: Json & { pid: string }) => {
      const found = await inStore(options.pid, (_parts, tx, storeId) => selectKeys(tx, storeId));
      const lines = found.map(
        (key) =>
          `${key.id}  ${key.name}  ${key.scopes.join(",")}  ${key.revokedAt ? "revoked" : `last used ${key.lastUsedAt?.toISOString() ?? "never"}`}`,
      );
      say(
        options,
        found,
        found.length ? lines.join("\n") : "No keys yet. Create one: keepsake key create --pid … --name …",
      );
    });

  withJson(keys.command("rotate"))
    .description("Replace a key; the old one goes on working for a while")
    .requiredOption("--pid <pid>", "store identifier", parsePid)
    .requiredOption("--id <id>", "the 8 characters after ks_")
    .option("--overlap-seconds <seconds>", "how long the old key still works", parseSeconds, 86_400)
    .action(async (options: Json & { pid: string; id: string; overlapSeconds: number }) => {
      const made = await inStore(options.pid, ({ hashSecret }, tx, storeId) =>
        rotateKey(tx, hashSecret, { storeId, id: options.id, overlapSeconds: options.overlapSeconds }),
      );
      say(
        options,
        made,
        `Key ${made.id} replaces ${options.id}, which works for another ${options.overlapSeconds} s. It is shown this once:\n  ${made.key}`,
      );
    });

  withJson(keys.command("revoke"))
    .description("End a key within 5 seconds")
    .requiredOption("--pid <pid>", "store identifier", parsePid)
    .requiredOption("--id <id>", "the 8 characters after ks_")
    .action(async (options: Json & { pid: string; id: string }) => {
      await inStore(options.pid, (_parts, tx, storeId) => revokeKey(tx, { storeId, id: options.id }));
      say(options, { id: options.id, revoked: true }, `Key ${options.id} is revoked.`);
    });
}

export function parsePid(text: string) {
  if (!PID.test(text)) throw new InvalidArgumentError("A pid has 6 to 64 letters, digits or + / = . _ -");
  return text;
}

function parseScopes(text: string) {
  const scopes = text.split(",").map((scope) => scope.trim());
  const wrong = scopes.find((scope) => !SCOPES.includes(scope as Scope));
  if (wrong !== undefined) throw new InvalidArgumentError(`There is no scope ${wrong}. Scopes: ${SCOPES.join(", ")}`);
  return scopes as Scope[];
}

/** `alerts.perUnit=2`: a rule of stock or alerts, checked as the whole of the settings is. */
function parseSetting(text: string, before: Pick<StoreSettings, "stock" | "alerts">) {
  const [, group = "", name = "", value = ""] = /^(stock|alerts)\.(\w+)=(.+)$/.exec(text) ?? [];
  const isWord = !/^(true|false|\d+)$/.test(value);
  const groups: Record<string, object | undefined> = before;
  const after = { ...before, [group]: { ...groups[group], [name]: isWord ? value : (JSON.parse(value) as unknown) } };
  const known = StoreSettings.properties[group as "stock" | "alerts"]?.properties;
  if (!known || !(name in known) || !Value.Check(StoreSettings, after))
    throw new InvalidArgumentError(`${text} is no rule. Rules: ${RULES}`);
  return after;
}
const RULES = (["stock", "alerts"] as const)
  .flatMap((group) => Object.keys(StoreSettings.properties[group].properties).map((name) => `${group}.${name}`))
  .join(", ");

function parseSeconds(text: string) {
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 2_592_000)
    throw new InvalidArgumentError("Give whole seconds, 1 to 2592000 (30 days). To end a key now, revoke it.");
  return seconds;
}

function parseDays(text: string) {
  if (text === "never") return null;
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 3_650)
    throw new InvalidArgumentError("Give whole days, 1 to 3650, or `never`.");
  return days;
}

function parseOrigins(text: string) {
  if (text === "any") return null;
  const origins = text.split(",").map((origin) => origin.trim());
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (wrong !== undefined || origins.length > 50)
    throw new InvalidArgumentError(
      `Give at most 50 origins such as https://shop.example${wrong === undefined ? "" : `, not ${wrong}`}`,
    );
  return origins;
}

function parseTypes(text: string) {
  if (text === "none") return [];
  const listTypes = text.split(",").map((type) => type.trim());
  if (listTypes.length > 20 || listTypes.some((type) => !/^[\w-]{1,40}$/.test(type))) {
    throw new InvalidArgumentError(
      "Give at most 20 types of letters, digits, _ or -, such as _recommends,persistentcart",
    );
  }
  return listTypes;
}

function parseSwitch(text: string) {
  if (text !== "on" && text !== "off") throw new InvalidArgumentError("Say on or off.");
  return text === "on";
}

const parseCount = (max: number) => (text: string) => {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > max)
    throw new InvalidArgumentError(`Give a whole number, 1 to ${max}.`);
  return count;
};

function parseLimit(text: string, before: object) {
  const [, name = "", points, seconds] = /^(\w+)=(\d{1,9})\/(\d{1,4})$/.exec(text) ?? [];
  if (!Object.hasOwn(DEFAULT_LIMITS, name) || Number(points) < 1 || Number(seconds) < 1 || Number(seconds) > 3_600) {
    throw new InvalidArgumentError(
      `Write name=points/seconds, e.g. key=6000/60. Names: ${Object.keys(DEFAULT_LIMITS).join(", ")}`,
    );
  }
  return { ...before, [name]: { points: Number(points), seconds: Number(seconds) } };
}
