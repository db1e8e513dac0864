import { connect } from "node:net";

const TIMEOUT_MS = 1_000;
const MAX_CHARACTERS = 65_536;

/** What a loopback server says until `answer` matches; nothing when it does not come to that. */
export function ask(port: number, question: string, answer: RegExp): Promise<RegExpExecArray | null> {
  return new Promise((resolve) => {
    let heard = "";
    const socket = connect({ port, host: "127.0.0.1", timeout: TIMEOUT_MS });
    const finish = () => {
      socket.destroy();
      resolve(answer.exec(heard));
    };
    socket.setEncoding("utf8").write(question);
    socket.on("data", (text) => {
      heard += text;
      if (answer.test(heard) || heard.length > MAX_CHARACTERS) finish();
    });
    socket.on("timeout", finish).on("end", finish).on("error", finish);
  });
}
