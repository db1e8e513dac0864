import { type AddressInfo, createServer } from "node:net";
import { TLSSocket } from "node:tls";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { expect, test } from "vitest";
import { aCertificate } from "../../../../test/fixtures/certificate.ts";
import { aScriptedMailServer } from "../../../../test/fixtures/scripted-mail-server.ts";
import { whenDone } from "../../../../test/fixtures/when-done.ts";
import { classifySendError } from "../classify-send-error.ts";
import { createSmtp } from "./smtp.ts";
import { openSmtpConnection } from "./smtp-connection.ts";
import { readSmtpUrl } from "./smtp-url.ts";

const mail = { to: "ann@example.com", subject: "Boots are back", text: "Boots", html: "<p>Boots</p>" };

function aSmtp(url: string, { connections = 1, timeoutMs = 2_000, deliveryMs = 10_000 } = {}) {
  const smtp = createSmtp({ url, from: "A shop <shop@example.com>", connections, timeoutMs, deliveryMs });
  whenDone(async () => smtp.close());
  const send = (n = 1) => smtp({ ...mail, to: `p${n}@example.com` }, `<${n}@k>`);
  return { send, outcome: (n = 1) => send(n).then(() => ({ state: "sent" }), classifySendError) };
}

function aKey() {
  const day = 86_400_000;
  const { privateKey, pem } = aCertificate({ from: new Date(Date.now() - day), to: new Date(Date.now() + day) });
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert: pem };
}

/** A server with TLS and passwords. It counts mails by how they came. */
async function aSecureServer(options: SMTPServerOptions = {}) {
  const received: string[] = [];
  const server = new SMTPServer({
    ...aKey(),
    onAuth({ username, password, method }, _session, done) {
      const isRight = username === "us@er" && password === "p:ss wörd";
      done(isRight ? null : new Error("Invalid login"), isRight ? { user: method } : undefined);
    },
    onData(stream, session, done) {
      stream.resume();
      stream.on("end", () => {
        received.push(`${session.secure ? "TLS" : "plain"} ${session.user ?? "nobody"}`);
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  const { port } = await new Promise<{ port: number }>((resolve) => {
    const listening = server.listen(0, "127.0.0.1", () => resolve(listening.address() as { port: number }));
  });
  whenDone(() => new Promise((resolve) => server.close(() => resolve())));
  return {
    received,
    url: (scheme: string, query = "") => `${scheme}://us%40er:p%3Ass%20w%C3%B6rd@127.0.0.1:${port}${query}`,
  };
}
const ANY_CERTIFICATE = "?tls.rejectUnauthorized=false";

test("a connection changes to TLS when the server offers it, and logs in with PLAIN or LOGIN", async () => {
  const plain = await aSecureServer();
  await aSmtp(plain.url("smtp", ANY_CERTIFICATE)).send();
  expect(plain.received).toEqual(["TLS PLAIN"]);
  const login = await aSecureServer({ authMethods: ["LOGIN"] });
  await aSmtp(login.url("smtp", ANY_CERTIFICATE)).send();
  expect(login.received).toEqual(["TLS LOGIN"]);
});

test("smtps begins with TLS", async () => {
  const server = await aSecureServer({ secure: true });
  await aSmtp(server.url("smtps", ANY_CERTIFICATE)).send();
  expect(server.received).toEqual(["TLS PLAIN"]);
});

test("a certificate that nobody signed is refused, with STARTTLS and with smtps", async () => {
  const [later, first] = [await aSecureServer(), await aSecureServer({ secure: true })];
  const outcomes = [await aSmtp(later.url("smtp")).outcome(), await aSmtp(first.url("smtps")).outcome()];
  expect(outcomes).toMatchObject([
    { state: "deferred", isProviderDown: true },
    { state: "deferred", isProviderDown: true },
  ]);
  expect([later.received, first.received]).toEqual([[], []]);
});

test("requireTLS sends nothing to a server without TLS, and ignoreTLS uses none", async () => {
  const without = await aSecureServer({ hideSTARTTLS: true, disabledCommands: ["STARTTLS"], allowInsecureAuth: true });
  expect(await aSmtp(without.url("smtp", "?requireTLS=true")).outcome()).toMatchObject({ isProviderDown: true });
  expect(without.received).toEqual([]);
  const offering = await aSecureServer({ allowInsecureAuth: true });
  await aSmtp(offering.url("smtp", "?ignoreTLS=true")).send();
  expect(offering.received).toEqual(["plain PLAIN"]);
});

test("a wrong password is a problem of our settings, and its error does not contain the password", async () => {
  const server = await aSecureServer();
  const { send } = aSmtp(server.url("smtp", ANY_CERTIFICATE).replace("w%C3%B6rd", "wrong"));
  const error = await send().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ responseCode: 535, command: "AUTH PLAIN" });
  expect(classifySendError(error)).toMatchObject({ state: "deferred", isProviderDown: true });
  expect(JSON.stringify(error) + String(error)).not.toMatch(/p:ss|cDpzcyB3/);
  expect(server.received).toEqual([]);
});

test.each([
  ["250-hello\r\n250 AUTH PLAIN\r\n", "an answer", 0],
  ["250-AUTH PLAIN", "the beginning of an answer", 2],
])("%j before TLS begins is not taken for %s inside it", async (added, _, asked) => {
  const { key, cert } = aKey();
  const commands: string[] = [];
  const server = createServer((plain) => {
    plain.on("error", () => undefined);
    plain.write("220 ready\r\n");
    plain.on("data", (data) => {
      if (!data.toString().startsWith("STARTTLS")) return void plain.write("250-hello\r\n250 STARTTLS\r\n");
      plain.removeAllListeners("data");
      // Somebody between us and the server adds what would make us send the password.
      plain.write(`220 go on\r\n${added}`);
      const secure = new TLSSocket(plain, { isServer: true, key, cert });
      secure.on("error", () => undefined);
      secure.on("data", (command) => {
        commands.push(command.toString().split(" ")[0] ?? "");
        secure.write("250 hello\r\n");
      });
      return undefined;
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  whenDone(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  await aSmtp(`smtp://user:password@127.0.0.1:${port}${ANY_CERTIFICATE}`, { timeoutMs: 200 }).outcome();
  // After an answer that nobody asked for the connection is closed. Part of one is forgotten.
  expect(commands.slice(0, 2)).toEqual(["EHLO", "MAIL"].slice(0, asked));
});

test("a line of a mail that begins with a dot arrives with it, and one that is a dot does not end the mail", async () => {
  const server = await aScriptedMailServer();
  const options = { timeoutMs: 2_000, openMs: 2_000, onClose: () => undefined };
  const connection = await openSmtpConnection(readSmtpUrl(server.url), options);
  whenDone(async () => connection.quit());
  await connection.send(
    { from: "shop@example.com", to: "ann@example.com" },
    Buffer.from("Subject: Dots\r\n\r\n.\r\n.one\r\n..two\r\nend.\r\n"),
    2_000,
  );
  expect(server.texts).toEqual(["Subject: Dots\r\n\r\n..\r\n..one\r\n...two\r\nend."]);
});

test("sender, recipient and DATA go out at once to a server that pipelines, and one by one to others", async () => {
  const pipelining = await aScriptedMailServer();
  await aSmtp(pipelining.url).send();
  expect(pipelining.chunks[1]).toBe("MAIL FROM:<shop@example.com>\r\nRCPT TO:<p1@example.com>\r\nDATA\r\n");
  const simple = await aScriptedMailServer(({ command }) => (command.startsWith("EHLO") ? "250 hello" : undefined));
  await aSmtp(simple.url).send();
  expect(simple.chunks.slice(1, 4)).toEqual([
    "MAIL FROM:<shop@example.com>\r\n",
    "RCPT TO:<p1@example.com>\r\n",
    "DATA\r\n",
  ]);
  expect([pipelining.texts.length, simple.texts.length]).toEqual([1, 1]);
});

test("a server that does not know EHLO is greeted with HELO", async () => {
  const server = await aScriptedMailServer(({ command }) => (command.startsWith("EHLO") ? "502 what?" : undefined));
  await aSmtp(server.url).send();
  expect(server.chunks[1]).toMatch(/^HELO /);
  expect(server.texts).toHaveLength(1);
});

test("answers of several lines, and answers that arrive in pieces or together, are understood", async () => {
  const server = await aScriptedMailServer(({ command }) => {
    if (command === "greeting") return "220-welcome\r\n220-to the\r\n220 server";
    return command.startsWith("RCPT") ? "250-2.1.5 fine\r\n250 2.1.5 really" : undefined;
  });
  const { send } = aSmtp(server.url);
  for (let n = 1; n <= 3; n += 1) await send(n);
  expect([server.texts.length, server.connections()]).toEqual([3, 1]);
});

test.each(["PIPELINING", "8BITMIME"])(
  "after a refused recipient the same connection sends the next mail (%s)",
  async (offer) => {
    const server = await aScriptedMailServer(({ command }) => {
      if (command.startsWith("EHLO")) return `250-hello\r\n250 ${offer}`;
      if (command.includes("p1@")) return "550 5.1.1 no such user";
      return undefined;
    });
    const { outcome } = aSmtp(server.url);
    // A server that takes DATA without a recipient would make a mail of the next commands: that connection is given up.
    expect([await outcome(1), await outcome(2)]).toMatchObject([{ state: "rejected" }, { state: "sent" }]);
    expect(server.texts).toHaveLength(1);
    expect(server.connections()).toBe(offer === "PIPELINING" ? 2 : 1);
  },
);

test("after a refused recipient and a refused DATA the connection is reset and used again", async () => {
  let isRefusing = true;
  const server = await aScriptedMailServer(({ command }) => {
    if (!isRefusing) return undefined;
    if (command.startsWith("RCPT")) return "550 5.1.1 no such user";
    return command === "DATA" ? "503 no recipient" : undefined;
  });
  const { outcome } = aSmtp(server.url);
  expect(await outcome(1)).toMatchObject({ state: "rejected" });
  isRefusing = false;
  expect(await outcome(2)).toEqual({ state: "sent" });
  expect([server.connections(), server.texts.length]).toEqual([1, 1]);
  expect(server.chunks.join("")).toContain("RSET\r\nMAIL FROM");
});

test("a mail goes over a new connection when the server has closed the idle one, or closes it with 421", async () => {
  const closing = await aScriptedMailServer();
  const first = aSmtp(closing.url);
  await first.send(1);
  closing.closeAll();
  await first.send(2);
  expect([closing.texts.length, closing.connections()]).toEqual([2, 2]);

  const limited = await aScriptedMailServer(({ command, mail: nth }) =>
    command.startsWith("MAIL") && nth > 2 ? "421 4.7.0 too many mails on this connection" : undefined,
  );
  const second = aSmtp(limited.url);
  for (let n = 1; n <= 5; n += 1) await second.send(n);
  expect([limited.texts.length, limited.connections()]).toEqual([5, 3]);
});

test("a server that answers 421 to the first mail of a connection is not asked again, and its answer is the outcome", async () => {
  const server = await aScriptedMailServer(({ command }) =>
    command.startsWith("MAIL") ? "421 4.7.0 too many messages" : undefined,
  );
  const { outcome } = aSmtp(server.url);
  expect(await outcome()).toMatchObject({ state: "throttled" });
  expect(server.connections()).toBe(1);
});

test("a mail that the server may have got is not sent again by itself, and does not count as an outage", async () => {
  for (const reaction of ["close", "silence"] as const) {
    const server = await aScriptedMailServer(({ command, mail: nth }) =>
      command === "text" && nth === 2 ? reaction : undefined,
    );
    const { outcome } = aSmtp(server.url, { timeoutMs: 200 });
    const outcomes = [await outcome(1), await outcome(2), await outcome(3)];
    expect(outcomes).toMatchObject([
      { state: "sent" },
      { state: "deferred", isProviderDown: false },
      { state: "sent" },
    ]);
    expect(server.texts).toHaveLength(3);
  }
});

test("a server that says nothing before the text is down", async () => {
  for (const silent of ["greeting", "EHLO", "MAIL"]) {
    const server = await aScriptedMailServer(({ command }) => (command.startsWith(silent) ? "silence" : undefined));
    expect(await aSmtp(server.url, { timeoutMs: 200 }).outcome()).toMatchObject({
      state: "deferred",
      isProviderDown: true,
      reason: "the server answered ETIMEDOUT",
    });
    expect(server.texts).toEqual([]);
  }
});

test("an answer that nobody asked for does not make a mail count as sent", async () => {
  const server = await aScriptedMailServer(({ command }) =>
    command === "DATA" ? "354 go on\r\n250 accepted already" : undefined,
  );
  expect(await aSmtp(server.url).outcome()).toMatchObject({ state: "deferred" });
});

test("an answer without end, and one that is no answer, end the connection", async () => {
  const endless = await aScriptedMailServer(({ command }) =>
    command.startsWith("EHLO") ? "250-more\r\n".repeat(5_000) : undefined,
  );
  const strange = await aScriptedMailServer(({ command }) => (command.startsWith("EHLO") ? "HTTP/1.1 400" : undefined));
  for (const { url } of [endless, strange])
    expect(await aSmtp(url).outcome()).toMatchObject({ state: "deferred", isProviderDown: true });
});

test.each(["greeting", "EHLO", "MAIL", "text"])(
  "a server that never comes to an end with %s is given up",
  async (slow) => {
    for (const drop of ["\r\n", "250-wait\r\n"]) {
      const server = await aScriptedMailServer(({ command, socket }) => {
        if (!command.startsWith(slow)) return undefined;
        const dripping = setInterval(() => socket.write(drop), 20);
        socket.once("close", () => clearInterval(dripping));
        return "silence";
      });
      const from = performance.now();
      expect(await aSmtp(server.url, { timeoutMs: 5_000, deliveryMs: 300 }).outcome()).toMatchObject({
        state: "deferred",
      });
      expect(performance.now() - from).toBeLessThan(4_000);
      await expect.poll(server.open).toBe(0);
    }
  },
);

test("a server that goes on talking after the last mail is left", async () => {
  const server = await aScriptedMailServer(({ command, socket }) => {
    if (command !== "QUIT") return undefined;
    const dripping = setInterval(() => socket.write("250-wait\r\n"), 20);
    socket.once("close", () => clearInterval(dripping));
    return "silence";
  });
  const smtp = createSmtp({ url: server.url, from: "shop@example.com", timeoutMs: 300 });
  await smtp(mail, "<1@k>");
  smtp.close();
  await expect.poll(server.open, { timeout: 5_000 }).toBe(0);
});

test("an answer has 8 KB at most, and its error keeps the beginning", async () => {
  const lines = (count: number) => `550-5.1.1 ${"x".repeat(88)}\r\n`.repeat(count) + "550 5.1.1 no such user";
  const refusing = (count: number) =>
    aScriptedMailServer(({ command }) => (command.startsWith("RCPT") ? lines(count) : undefined));
  const [long, longer] = [await refusing(70), await refusing(90)];
  const error = await aSmtp(long.url)
    .send()
    .catch((thrown: unknown) => thrown);
  expect(classifySendError(error)).toMatchObject({ state: "rejected" });
  expect(String(error).length + (error as { response: string }).response.length).toBeLessThan(1_200);
  expect(await aSmtp(longer.url).outcome()).toMatchObject({
    state: "deferred",
    reason: "the server answered EPROTOCOL",
  });
});

test("a closed sender finishes the mail it is sending, and refuses those that wait", async () => {
  const { promise: isSending, resolve: sending } = Promise.withResolvers<void>();
  const server = await aScriptedMailServer(({ command }) => {
    if (command === "text") sending();
    return undefined;
  });
  const smtp = createSmtp({ url: server.url, from: "shop@example.com", connections: 1 });
  const mails = [smtp(mail, "<1@k>"), smtp(mail, "<2@k>")];
  const results = Promise.allSettled(mails);
  await isSending;
  smtp.close();
  expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  await expect(smtp(mail, "<3@k>")).rejects.toMatchObject({ code: "ECLOSED" });
});
