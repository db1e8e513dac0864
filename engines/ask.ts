import { connect } from "node:net";

const TIMEOUT_MS = 1_000;
const MAX_CHARACTERS = 65_536;

/** Sends `question` to a loopback port and returns the match of `answer` in what the server sends back, or null. */
export function ask(port: number, question: string, answer: RegExp): Promise<RegExpExecArray | null> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect({ port, host: "127.0.0.1", timeout: TIMEOUT_MS });
    const finish = () => {
      socket.destroy();
      resolve(answer.exec(received));
    };
    socket.setEncoding("utf8").write(question);
    socket.on("data", (text) => {
      received += text;
      if (answer.test(received) || received.length > MAX_CHARACTERS) finish();
    });
    socket.on("timeout", finish).on("end", finish).on("error", finish);
  });
}
