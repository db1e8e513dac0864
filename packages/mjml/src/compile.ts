import { text } from "node:stream/consumers";
import mjml2html from "mjml";

// Reads MJML from stdin and prints `{"html"}` or `{"problems": [{"line", "text"}]}`. The compiler has about two hundred
// dependencies, so it runs in a separate process without access to files or the environment, for a few seconds at most.
type Problem = { line: number; message: string };

const source = await text(process.stdin);
const answer = await mjml2html(source, {
  validationLevel: "strict",
  keepComments: false,
  ignoreIncludes: true,
  useMjmlConfigOptions: false,
}).then(
  ({ html }) => ({ html }),
  (error: Error & { errors?: Problem[] }) => ({
    problems: error.errors?.map(({ line, message }) => ({ line, text: message })) ?? [
      { line: 0, text: error.message.split("\n")[0] ?? "" },
    ],
  }),
);
process.stdout.write(JSON.stringify(answer));
