import { text } from "node:stream/consumers";
import mjml2html from "mjml";

// A program of its own: MJML on stdin, on stdout `{"html"}` or `{"problems": [{"line", "text"}]}`. It brings some two hundred
// packages, so they live in this process alone, which is given no files, no environment and a few seconds.
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
      { line: 1, text: error.message.split("\n")[0] ?? "" },
    ],
  }),
);
process.stdout.write(JSON.stringify(answer));
