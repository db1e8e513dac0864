import type { Command } from "commander";
import { printResult, withJson } from "../../platform/cli.ts";
import type { InstallationKeys } from "../../platform/crypto/keyring.ts";
import type { Db } from "../../platform/db/db.ts";
import { queueMail } from "../../platform/messaging/mail/queue-mail.ts";
import { parsePid } from "../stores/parse-pid.ts";
import { parseSeconds } from "../stores/parse-seconds.ts";
import { endOldHooks, rotateHooks } from "../stores/rotate-hooks.ts";
import { updateStore } from "../stores/settings/update-store.ts";
import type { StoreCache } from "../stores/store-cache.ts";
import { SENDER_CODE } from "../subscriptions/suppression/is-withheld.ts";
import { senderCodeMail } from "./delivery/sender-code-mail.ts";
import { checkSenderCode, senderCodeOf, toSender } from "./delivery/store-sender.ts";
import type { Hooks } from "./feedback/hook-urls.ts";
import { releaseBrake } from "./feedback/release-brake.ts";

type CommandDeps = { db: Db; stores: StoreCache; hooks: Hooks; keys: InstallationKeys };
type WithDeps = <T>(work: (deps: CommandDeps) => Promise<T>) => Promise<T>;
type Options = { json?: boolean; pid: string };

const HOOKS_OVERLAP = 604_800;

/** The operator's commands for a store's sender address and the webhooks of providers. */
export function senderCommands(program: Command, withDeps: WithDeps) {
  const senders = program.command("sender").description("Senders and provider webhooks");
  const command = (name: string, description: string) =>
    withJson(senders.command(name))
      .description(description)
      .requiredOption("--pid <pid>", "store identifier", parsePid);

  command("set", "Send a store's alerts from its own address. A code is mailed there; alerts wait until it is verified")
    .requiredOption("--name <name>", "the sender name that recipients see")
    .requiredOption("--address <address>", "a mailbox of the shop")
    .action(async (options: Options & { name: string; address: string }) => {
      const sender = toSender(options.name, options.address);
      await withDeps(async ({ db, stores, keys }) => {
        const store = await stores.getByPid(options.pid);
        await db.asOperator((tx) => updateStore(tx, options.pid, { sender }));
        const mail = senderCodeMail(
          store,
          sender.address,
          senderCodeOf(keys["sender-codes"], store.id, sender.address),
        );
        await db.inStore(store.id, (tx) => queueMail(tx, { shopperId: null, kind: SENDER_CODE, mail }));
      });
      printResult(
        options,
        sender,
        `A code is being mailed to ${sender.address}.\nNext: keepsake sender verify --pid ${options.pid} --code …`,
      );
    });

  command("verify", "Verify a store's sender address with the code that was mailed to it")
    .requiredOption("--code <code>", "the eight digits of the mail")
    .action(async (options: Options & { code: string }) => {
      const address = await withDeps(async ({ db, stores, keys }) => {
        const { id, settings } = await stores.getByPid(options.pid);
        if (!settings.sender)
          throw new Error("This store has no sender of its own. Set one first: keepsake sender set …");
        const { sender } = settings;
        checkSenderCode(senderCodeOf(keys["sender-codes"], id, sender.address), options.code);
        await db.asOperator((tx) => updateStore(tx, options.pid, { sender: { ...sender, isVerified: true } }));
        return sender.address;
      });
      printResult(
        options,
        { address, isVerified: true },
        `${address} is verified. Alerts that waited for it are sent within a minute.`,
      );
    });

  command("unset", "Send a store's alerts from the operator's address again").action(async (options: Options) => {
    await withDeps(({ db }) => db.asOperator((tx) => updateStore(tx, options.pid, { sender: null })));
    printResult(options, { sender: null }, "Alerts are sent from KEEPSAKE_MAIL_FROM again.");
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
