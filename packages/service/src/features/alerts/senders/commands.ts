import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { printResult, withJson } from "../../../platform/cli.ts";
import type { InstallationKeys } from "../../../platform/crypto/keyring.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { MailSettings } from "../../../platform/messaging/mail/create-mail-sender.ts";
import type { SmsSettings } from "../../../platform/messaging/sms/create-sms-sender.ts";
import { createDns } from "../../../platform/network/dns.ts";
import type { Post } from "../../../platform/network/post.ts";
import type { Wall } from "../../../platform/network/wall.ts";
import { parsePid } from "../../stores/parse-pid.ts";
import { parseSeconds } from "../../stores/parse-seconds.ts";
import { endOldHooks, rotateHooks } from "../../stores/rotate-hooks.ts";
import type { StoreCache } from "../../stores/store-cache.ts";
import { toAddress } from "../../subscriptions/address.ts";
import type { Hooks } from "../feedback/hook-urls.ts";
import { releaseBrake } from "../feedback/release-brake.ts";
import { checkDns } from "./check-dns.ts";
import type { CheckedRecord } from "./dns/record.ts";
import { fetchSenders } from "./fetch-senders.ts";
import { removeSender } from "./remove-sender.ts";
import { makeMissingKey } from "./rotate-dkim.ts";
import { createSendTest } from "./send-test.ts";
import { type SenderChange, setSender } from "./set-sender.ts";
import { verifyAddress } from "./verify-address.ts";
import { parseSenderChange, sendersRecord, testRecord } from "./wire.ts";

type CommandDeps = {
  readonly db: Db;
  readonly stores: StoreCache;
  readonly hooks: Hooks;
  readonly keys: InstallationKeys;
  readonly wall: Wall;
  readonly post: Post;
  readonly config: {
    readonly mail: MailSettings | undefined;
    readonly sms: SmsSettings | undefined;
    readonly network: { readonly allowLoopback: boolean; readonly servers: readonly string[] | undefined };
  };
};
type WithDeps = <T>(work: (deps: CommandDeps) => Promise<T>) => Promise<T>;
type Options = { json?: boolean; pid: string };

const HOOKS_OVERLAP = 604_800;

/** The operator's commands for a store's sender and the webhooks of providers. */
export function senderCommands(program: Command, withDeps: WithDeps) {
  const senders = program.command("sender").description("Senders and provider webhooks");
  const command = (name: string, description: string) =>
    withJson(senders.command(name))
      .description(description)
      .requiredOption("--pid <pid>", "store identifier", parsePid);
  const change = (pid: string, read: (rules: { readonly allowLoopback: boolean }) => SenderChange) =>
    withDeps(async ({ db, stores, keys, config }) => {
      const wanted = read(config.network);
      const store = await stores.getByPid(pid);
      const key = await makeMissingKey(db, store, wanted.address?.address);
      const { isCodeSent } = await db.inStore(store.id, (tx) => setSender(tx, { keys }, store, wanted, key));
      return { medium: wanted.medium, isCodeSent };
    });

  command("set", "Send a store's mails from its own address. A code is mailed there; alerts wait until it is verified")
    .requiredOption("--name <name>", "the sender name that recipients see")
    .requiredOption("--address <address>", "a mailbox of the shop")
    .action(async (options: Options & { name: string; address: string }) => {
      const { name, address } = options;
      const { isCodeSent } = await change(options.pid, () => ({ medium: "email", address: { name, address } }));
      printResult(
        options,
        { name, address, codeSent: isCodeSent },
        isCodeSent
          ? `A code is being mailed to ${address}.\nNext: npx keepsake sender verify --pid ${options.pid} --code …`
          : `${address} is verified already.`,
      );
    });

  command("verify", "Verify a store's sender address with the code that was mailed to it")
    .requiredOption("--code <code>", "the eight digits of the mail")
    .action(async (options: Options & { code: string }) => {
      const address = await withDeps(async ({ db, stores, keys }) => {
        const { id } = await stores.getByPid(options.pid);
        return db.inStore(id, (tx) => verifyAddress(tx, keys, options.code));
      });
      printResult(
        options,
        { address, isVerified: true },
        `${address} is verified. Alerts that waited for it are sent within a minute.`,
      );
    });

  command("provider", "Send a store's mails or text messages with its own provider")
    .requiredOption("--file <path>", "JSON as senders/set takes it, or - to read it from the input")
    .action(async (options: Options & { file: string }) => {
      // Not an option of its own: the password would stay in the history of the shell.
      const json = options.file === "-" ? await text(process.stdin) : await readFile(options.file, "utf8");
      const { medium } = await change(options.pid, (rules) => parseSenderChange(json, rules));
      printResult(
        options,
        { medium },
        `The provider is set. Next: npx keepsake sender test --pid ${options.pid} --to …`,
      );
    });

  command("unset", "Send a store's mails with the operator's provider and address again")
    .option("--sms", "the same for its text messages")
    .action(async (options: Options & { sms?: boolean }) => {
      await withDeps(async ({ db, stores }) => {
        const { id } = await stores.getByPid(options.pid);
        return db.inStore(id, (tx) => removeSender(tx, options.sms ? "sms" : "email"));
      });
      printResult(
        options,
        { sender: null },
        options.sms
          ? "Text messages use the installation's provider again."
          : "Mails are sent from KEEPSAKE_MAIL_FROM again.",
      );
    });

  command("show", "Show what a store sends with, and how it goes").action(async (options: Options) => {
    const shown = await withDeps(async ({ db, stores, config }) => {
      const store = await stores.getByPid(options.pid);
      return sendersRecord(await db.inStore(store.id, (tx) => fetchSenders(tx, store, config)));
    });
    const { email, sms } = shown;
    const lines = Object.entries({ email, sms }).map(([medium, { provider, label, health, today }]) =>
      [medium, label ?? provider ?? "nothing", `${today.messages} today`, health.problem ?? "no problem"].join("  "),
    );
    printResult(options, shown, lines.join("\n"));
  });

  command("check-dns", "Check the DNS records of a store's sender").action(async (options: Options) => {
    const records = await withDeps(async ({ db, stores, config }) => {
      const store = await stores.getByPid(options.pid);
      return checkDns({ db, mail: config.mail, dns: createDns(config.network) }, store);
    });
    printResult(options, { records }, records.map(lineOf).join("\n"));
  });

  command("test", "Send a test mail with a store's sender")
    .requiredOption("--to <address>", "your own address")
    .option("--sms", "send a text message to a phone number instead")
    .action(async (options: Options & { to: string; sms?: boolean }) => {
      const medium = options.sms ? "sms" : "email";
      const { value } = toAddress(medium, options.to);
      const result = await withDeps(async ({ db, stores, wall, post, config }) => {
        const sendTest = createSendTest({ db, stores, wall, post, mail: config.mail, sms: config.sms });
        return sendTest(await stores.getByPid(options.pid), medium, value);
      });
      const { problem, fix } = testRecord(result);
      printResult(
        options,
        testRecord(result),
        result.isSent ? "The provider accepted the message." : `${problem} ${fix}`,
      );
      if (!result.isSent) process.exitCode = 1;
    });

  command("hooks", "Print the webhook addresses for bounces, complaints and replies").action(
    async (options: Options) => {
      const { mail, sms } = await withDeps(async ({ stores, hooks }) => {
        const store = await stores.getByPid(options.pid);
        return { mail: hooks.urlOf("mail", store), sms: hooks.urlOf("sms", store) };
      });
      printResult(options, { mail, sms }, `mail  ${mail}\nsms   ${sms}`);
    },
  );

  command("rotate-hooks", "Replace the webhook addresses; the old ones keep working for a while")
    .option("--overlap-seconds <seconds>", "how long the old addresses keep working", parseSeconds, HOOKS_OVERLAP)
    .action(async (options: Options & { overlapSeconds: number }) => {
      const { overlapSeconds } = options;
      const { mail, sms } = await withDeps(async ({ db, stores, hooks }) => {
        await db.asOperator((tx) => rotateHooks(tx, options.pid, { overlapSeconds }));
        const store = await stores.getByPid(options.pid);
        return { mail: hooks.urlOf("mail", store), sms: hooks.urlOf("sms", store) };
      });
      printResult(
        options,
        { mail, sms, overlapSeconds },
        `mail  ${mail}\nsms   ${sms}\nGive these to your providers. The old addresses work for another ${overlapSeconds} s.`,
      );
    });

  command("end-old-hooks", "End the webhook addresses from before the last rotate-hooks, within 5 seconds").action(
    async (options: Options) => {
      await withDeps(({ db }) => db.asOperator((tx) => endOldHooks(tx, options.pid)));
      printResult(options, { ended: true }, "The old webhook addresses no longer work.");
    },
  );

  command("release", "Release a store's alerts after complaints stopped them").action(async (options: Options) => {
    const released = await withDeps(async ({ db, stores }) => {
      const { id } = await stores.getByPid(options.pid);
      return db.inStore(id, releaseBrake);
    });
    printResult(
      options,
      { released },
      released === undefined
        ? "The store's alerts were not stopped."
        : `The store's alerts are released. Plans that continue: ${released}.`,
    );
  });
}

const lineOf = ({ state, type, name, value, problem, fix }: CheckedRecord) =>
  [`${state.padEnd(8)}${type}  ${name}`, `        ${value}`, ...(problem ? [`        ${problem} ${fix}`] : [])].join(
    "\n",
  );
