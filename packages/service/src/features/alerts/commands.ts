import type { Command } from "commander";
import { say, withJson } from "../../platform/cli.ts";
import type { Db } from "../../platform/db/db.ts";
import { queueMail } from "../../platform/messaging/mail/queue-mail.ts";
import { parsePid } from "../stores/parse-pid.ts";
import { updateStore } from "../stores/settings/update-store.ts";
import type { StoreCache } from "../stores/store-cache.ts";
import { senderCodeMail } from "./delivery/sender-code-mail.ts";
import { checkCode, codeOf, toSender } from "./delivery/store-sender.ts";
import type { Hooks } from "./feedback/hook-urls.ts";
import { releaseBrake } from "./feedback/release-brake.ts";

type Parts = { db: Db; stores: StoreCache; hooks: Hooks; config: { secret: string } };
type WithParts = <T>(work: (parts: Parts) => Promise<T>) => Promise<T>;
type Options = { json?: boolean; pid: string };

/** For operators: whom a store's alerts come from, and where providers report. */
export function senderCommands(program: Command, withParts: WithParts) {
  const senders = program.command("sender").description("Whom alerts come from, and what providers report");
  const command = (name: string, description: string) =>
    withJson(senders.command(name))
      .description(description)
      .requiredOption("--pid <pid>", "store identifier", parsePid);

  command("set", "Send a store's alerts from an address of its own; a code is mailed there, and alerts wait for it")
    .requiredOption("--name <name>", "what people see")
    .requiredOption("--address <address>", "a mailbox of the shop")
    .action(async (options: Options & { name: string; address: string }) => {
      const sender = toSender(options.name, options.address);
      await withParts(async ({ db, stores, config }) => {
        const store = await stores.getByPid(options.pid);
        await db.asOperator((tx) => updateStore(tx, options.pid, { sender }));
        const mail = senderCodeMail(store, sender.address, codeOf(config.secret, store.id, sender.address));
        await db.inStore(store.id, (tx) => queueMail(tx, { shopperId: null, kind: "sender-code", mail }));
      });
      say(
        options,
        sender,
        `A code is on its way to ${sender.address}.\nNext: keepsake sender verify --pid ${options.pid} --code …`,
      );
    });

  command("verify", "Verify a store's sender with the code that was mailed to it")
    .requiredOption("--code <code>", "eight digits")
    .action(async (options: Options & { code: string }) => {
      const address = await withParts(async ({ db, stores, config }) => {
        const { id, settings } = await stores.getByPid(options.pid);
        if (!settings.sender) throw new Error("This store has no sender of its own. Set one: keepsake sender set …");
        const { sender } = settings;
        checkCode(codeOf(config.secret, id, sender.address), options.code);
        await db.asOperator((tx) => updateStore(tx, options.pid, { sender: { ...sender, isVerified: true } }));
        return sender.address;
      });
      say(
        options,
        { address, isVerified: true },
        `${address} is verified. Alerts that waited for it go on within a minute.`,
      );
    });

  command("unset", "Send a store's alerts from the operator's address again").action(async (options: Options) => {
    await withParts(({ db }) => db.asOperator((tx) => updateStore(tx, options.pid, { sender: null })));
    say(options, { sender: null }, "Alerts come from KEEPSAKE_MAIL_FROM again.");
  });

  command("hooks", "Print the addresses that providers report bounces, complaints and answers to").action(
    async (options: Options) => {
      const { mail, sms } = await withParts(async ({ stores, hooks }) => {
        const store = await stores.getByPid(options.pid);
        return { mail: hooks.urlOf("mail", store), sms: hooks.urlOf("sms", store) };
      });
      say(options, { mail, sms }, `mail  ${mail}\nsms   ${sms}`);
    },
  );

  command("release", "Let a store's alerts go on that were held because of complaints").action(
    async (options: Options) => {
      const released = await withParts(async ({ db, stores }) => {
        const { id } = await stores.getByPid(options.pid);
        return db.inStore(id, releaseBrake);
      });
      say(options, { released }, released === undefined ? "Nothing was held." : `${released} plans go on.`);
    },
  );
}
