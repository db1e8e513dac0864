import type { FastifyReply, FastifyRequest } from "fastify";
import type { InstallationKeys } from "../../../platform/crypto/keyring.ts";
import { etagOf } from "../../../platform/http/if-match.ts";
import type { Limits } from "../../../platform/http/limits.ts";
import { enforce } from "../../../platform/http/rate-limit.ts";
import type { Http } from "../../../platform/http/server.ts";
import type { Medium } from "../../../platform/messaging/send-counts.ts";
import type { Dns } from "../../../platform/network/dns.ts";
import { type Actor, describeActor } from "../../stores/access/caller.ts";
import { callerOf } from "../../stores/access/require-scope.ts";
import { recordAudit } from "../../stores/audit/record-audit.ts";
import type { Notice, NotifyMembers } from "../../stores/members/notify-members.ts";
import { limitOf } from "../../stores/settings/settings.ts";
import { toAddress } from "../../subscriptions/address.ts";
import type { Hooks } from "../feedback/hook-urls.ts";
import { type AlertRouteDeps, keyedCall } from "../route-deps.ts";
import { answer } from "../wire.ts";
import { checkDns } from "./check-dns.ts";
import { fetchSenders } from "./fetch-senders.ts";
import { labelOf } from "./provider.ts";
import { removeSender } from "./remove-sender.ts";
import { makeMissingKey, makeNextKey, rotateDkim } from "./rotate-dkim.ts";
import { createSendTest, type TestDeps } from "./send-test.ts";
import { requireSendersVersion } from "./senders-version.ts";
import { setSender } from "./set-sender.ts";
import { verifyAddress } from "./verify-address.ts";
import * as wire from "./wire.ts";

export type SenderRouteDeps = Pick<AlertRouteDeps, "requireScope" | "change"> &
  TestDeps & {
    readonly keys: InstallationKeys;
    readonly hooks: Hooks;
    readonly limits: Limits;
    readonly notifyMembers: NotifyMembers;
    /** A new one for each check, because it limits the time of the whole check. */
    readonly createDns: () => Dns;
    readonly allowLoopback: boolean;
  };

const call = { ...keyedCall, tags: ["Senders"] };

/** The calls by which a merchant sets up what mails and text messages of the store are sent with. */
export function senderRoutes(http: Http, deps: SenderRouteDeps) {
  const { db, requireScope, change, keys, limits, mail, sms } = deps;
  const sendTest = createSendTest(deps);

  const limit = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: "senderTests" | "senderChecks" | "senderCodes",
  ) => {
    const { store } = callerOf(request);
    await enforce(limits, limitOf(store.settings, name), `store:${store.id}`, reply);
  };

  http.get("/storeadmin/v3/senders", {
    ...requireScope("settings:read"),
    schema: {
      summary: "Show the store's senders",
      description:
        "What mails and text messages are sent with, how it goes, the DNS records to copy with what the last check found, and the limits of a day with what was sent today. Never a password or key. The ETag is the version of the address and the providers.",
      tags: ["Senders"],
      security: [{ storeKey: [] }],
      response: answer(wire.SendersOut),
    },
    handler: async (request, reply) => {
      const { store } = callerOf(request);
      const senders = await db.inStore(store.id, (tx) => fetchSenders(tx, store, { mail, sms }));
      reply.header("etag", etagOf(senders.version));
      return wire.sendersRecord(senders);
    },
  });

  http.post("/storeadmin/v3/senders/set", {
    ...requireScope("settings:write", { stepUp: true }),
    schema: {
      ...call,
      consumes: ["application/json"],
      summary: "Set the store's own sender",
      description:
        "The address that mails come from, and the provider: SMTP, Amazon SES or any that takes JSON, and Twilio or any that takes JSON for text messages. Passwords and keys are stored sealed and never shown again; whoever changes the host must enter them again. A new address gets a mail with a code (senders/verify); until then alerts wait. If the store's own provider fails, messages wait: they are not sent with the installation's. With `If-Match`, a change is refused (412) if somebody else has changed the senders meanwhile.",
      body: wire.SetIn,
      response: answer(wire.SetOut),
    },
    handler: async (request, reply) => {
      const { store } = callerOf(request);
      const wanted = wire.readSenderChange(request.body, deps);
      if (wanted.address) await limit(request, reply, "senderCodes");
      const { medium, address, provider, options } = wanted;
      const key = await makeMissingKey(db, store, address?.address);
      const label = typeof provider === "object" ? labelOf(provider.access) : provider;
      const details = { medium, ...address, ...options, ...(label ? { provider: label } : {}) };
      return change(request, { action: "sender.set", details }, async (tx) => {
        await requireSendersVersion(tx, request.headers["if-match"]);
        const { isCodeSent } = await setSender(tx, { keys }, store, wanted, key);
        if (label && mail)
          await deps.notifyMembers(tx, store, newProviderNotice(callerOf(request).actor, medium, label));
        const next = isCodeSent ? " A code is being mailed to the address: enter it with senders/verify." : "";
        return { message: `The sender is set.${next}`, codeSent: isCodeSent };
      });
    },
  });

  http.post("/storeadmin/v3/senders/verify", {
    ...requireScope("settings:write"),
    schema: {
      ...call,
      summary: "Verify the sender address with its code",
      description: "Alerts that waited for it are sent at once.",
      body: wire.VerifyIn,
      response: answer(wire.VerifiedOut),
    },
    handler: async (request, reply) => {
      await limit(request, reply, "senderCodes");
      return change(request, "sender.verified", async (tx) => {
        const address = await verifyAddress(tx, keys, request.body.code);
        return { message: "The address is verified", address, verified: true };
      });
    },
  });

  http.post("/storeadmin/v3/senders/remove", {
    ...requireScope("settings:write", { stepUp: true }),
    schema: {
      ...call,
      summary: "Remove the store's own sender",
      description:
        "The installation's provider and, for mails, its address are used again. The stored access is deleted. With `If-Match`, this is refused (412) if somebody else has changed the senders meanwhile.",
      body: wire.MediumIn,
      response: answer(wire.RemovedOut),
    },
    handler: (request) => {
      const { medium } = request.body;
      return change(request, { action: "sender.removed", details: { medium } }, async (tx) => {
        await requireSendersVersion(tx, request.headers["if-match"]);
        const changed = await removeSender(tx, medium);
        return { message: "The installation's sender is used from now on", changed };
      });
    },
  });

  http.post("/storeadmin/v3/senders/check-dns", {
    ...requireScope("settings:write"),
    schema: {
      ...call,
      summary: "Check the DNS records of the sender's domain",
      description:
        "SPF, DKIM, DMARC and the return path, each with what to copy, what is wrong, and what to do. It takes up to twelve seconds. A signing key whose record is found signs the store's mails from then on.",
      response: answer(wire.CheckedOut),
    },
    handler: async (request, reply) => {
      await limit(request, reply, "senderChecks");
      const { store } = callerOf(request);
      return wire.checkedRecord(await checkDns({ db, mail, dns: deps.createDns() }, store));
    },
  });

  http.post("/storeadmin/v3/senders/rotate-dkim", {
    ...requireScope("settings:write"),
    schema: {
      ...call,
      summary: "Make a new signing key",
      description:
        "The answer has the record to add to DNS. The present key signs until senders/check-dns finds the new record. Keep the old record for a week after that.",
      response: answer(wire.KeyOut),
    },
    handler: async (request, reply) => {
      await limit(request, reply, "senderTests");
      const key = await makeNextKey(db, callerOf(request).store);
      return change(request, { action: "dkim-key.made", details: { domain: key.domain } }, async (tx) => {
        const made = await rotateDkim(tx, key);
        return { message: "Add this record to DNS, then check DNS", record: wire.newKeyRecord(made) };
      });
    },
  });

  http.post("/storeadmin/v3/senders/send-test", {
    ...requireScope("settings:write"),
    schema: {
      ...call,
      summary: "Send a test message",
      description:
        "Sends one mail, or one text message, to your own address, the way alerts go, and answers what the provider said. Six in an hour at most; it does not count for the limits of a day.",
      body: wire.TestIn,
      response: answer(wire.TestOut),
    },
    handler: async (request, reply) => {
      const { medium = "email", to } = request.body;
      const { value } = toAddress(medium, to);
      await limit(request, reply, "senderTests");
      const { store } = callerOf(request);
      const result = await sendTest(store, medium, value);
      const details = { medium, sent: result.isSent };
      return change(request, { action: "sender.tested", details }, async () => wire.testRecord(result));
    },
  });

  http.get("/storeadmin/v3/senders/hooks", {
    ...requireScope("settings:write", { stepUp: true }),
    schema: {
      summary: "Show the webhook addresses for providers",
      description:
        "Where a provider reports bounces, complaints and replies. The addresses hold a secret: give them to your providers only.",
      tags: ["Senders"],
      security: [{ storeKey: [] }],
      response: answer(wire.HooksOut),
    },
    handler: async (request) => {
      const { store, actor } = callerOf(request);
      await db.inStore(store.id, (tx) => recordAudit(tx, { actor, action: "sender.hooks-shown" }));
      return { mail: deps.hooks.urlOf("mail", store), sms: deps.hooks.urlOf("sms", store) };
    },
  });
}

/** The provider gets every address that a message goes to. Owners should notice one that somebody else has set. */
const newProviderNotice = (actor: Actor, medium: Medium, provider: string): Notice => ({
  subject: "The provider was changed",
  what: `${describeActor(actor)} changed the provider of the shop's ${medium === "email" ? "mails" : "text messages"}: it is now ${provider === "default" ? "that of the installation" : provider}.`,
  whatToDo: "If you do not know why, look at the audit log, and set the provider that you want.",
  scope: "settings:write",
});
