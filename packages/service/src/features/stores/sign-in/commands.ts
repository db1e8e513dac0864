import { type Command, InvalidArgumentError } from "commander";
import { printResult, withJson } from "../../../platform/cli.ts";
import type { InstallationKeys } from "../../../platform/crypto/keyring.ts";
import type { Log } from "../../../platform/log.ts";
import { type Email, toEmail } from "../../../platform/text/email.ts";
import type { StoreDeps } from "../command-deps.ts";
import { getStoreId } from "../get-store-id.ts";
import { addFirstMember } from "../members/add-first-member.ts";
import { isInvited } from "../members/find-access.ts";
import { addOperator, listOperators, removeOperator } from "../members/operators.ts";
import { type MemberRole, ROLES } from "../members/roles.ts";
import { parsePid } from "../parse-pid.ts";
import { LINK_MINUTES } from "./auth-names.ts";
import { makeLoginLink } from "./make-login-link.ts";
import { resetFactors } from "./reset-factors.ts";

type CommandDeps = StoreDeps & {
  readonly keys: InstallationKeys;
  readonly log: Log;
  readonly config: { readonly publicUrl: string; readonly mail: object | undefined };
};
type WithDeps = <T>(work: (deps: CommandDeps) => Promise<T>) => Promise<T>;
type Json = { json?: boolean };

/** The operator's commands for people: members of stores, other operators, and links to sign in. */
export function peopleCommands(program: Command, withDeps: WithDeps) {
  withJson(program.command("dashboard").description("The dashboard").command("link"))
    .description(`Print a link that signs a member or operator in, once, within ${LINK_MINUTES} minutes`)
    .requiredOption("--email <email>", "their email address", parseEmail)
    .action(async (options: Json & { email: Email }) => {
      const url = await withDeps(async (deps) => {
        if (!(await isInvited(deps.db.hot, options.email)))
          throw new Error(
            `${options.email} is neither a member nor an operator. Add them: npx keepsake member add --pid … --email ${options.email} --role owner`,
          );
        return makeLoginLink(deps, options.email);
      });
      printResult(options, { url, minutes: LINK_MINUTES }, url);
    });

  const members = program.command("member").description("Members of a store");
  withJson(members.command("add"))
    .description("Add a member to a store's organisation, or change their role")
    .requiredOption("--pid <pid>", "store identifier", parsePid)
    .requiredOption("--email <email>", "their email address", parseEmail)
    .requiredOption("--role <role>", ROLES.join(", "), parseRole)
    .action(async (options: Json & { pid: string; email: Email; role: MemberRole }) => {
      const { pid, email, role } = options;
      await withDeps(({ db }) =>
        db.asOperator(async (tx) => addFirstMember(tx, { storeId: await getStoreId(tx, pid), email, role })),
      );
      printResult(
        options,
        { pid, email, role },
        `${email} is ${role} of ${pid}.\nNext: npx keepsake dashboard link --email ${email}`,
      );
    });

  withJson(members.command("reset-factors"))
    .description(
      "Delete the passkeys, authenticator app and password of a person who lost them, and end their sessions",
    )
    .requiredOption("--email <email>", "their email address", parseEmail)
    .action(async (options: Json & { email: Email }) => {
      const { email } = options;
      await withDeps((deps) => resetFactors(deps, email));
      printResult(
        options,
        { email },
        `${email} signs in with a link from now on.\nNext: npx keepsake dashboard link --email ${email}`,
      );
    });

  const operators = program.command("operator").description("Operators: people who look at every store");
  withJson(operators.command("add"))
    .description("Let a person look at every store, 30 minutes at a time")
    .requiredOption("--email <email>", "their email address", parseEmail)
    .action(async (options: Json & { email: Email }) => {
      await withDeps(({ db }) => db.asOperator((tx) => addOperator(tx, options.email)));
      printResult(
        options,
        { email: options.email },
        `${options.email} is an operator.\nNext: npx keepsake dashboard link --email ${options.email}`,
      );
    });
  withJson(operators.command("remove"))
    .description("End a person's access as an operator")
    .requiredOption("--email <email>", "their email address", parseEmail)
    .action(async (options: Json & { email: Email }) => {
      await withDeps(({ db }) => db.asOperator((tx) => removeOperator(tx, options.email)));
      printResult(options, { email: options.email }, `${options.email} is no operator any more.`);
    });
  withJson(operators.command("list"))
    .description("List the operators")
    .action(async (options: Json) => {
      const found = await withDeps(({ db }) => db.asOperator(listOperators));
      printResult(
        options,
        found,
        found.length ? found.map(({ email }) => email).join("\n") : "There are no operators.",
      );
    });
}

function parseEmail(text: string): Email {
  try {
    return toEmail(text);
  } catch {
    throw new InvalidArgumentError("This is not a valid email address.");
  }
}

function parseRole(text: string): MemberRole {
  const role = ROLES.find((one) => one === text);
  if (!role) throw new InvalidArgumentError(`There is no role ${text}. Roles: ${ROLES.join(", ")}`);
  return role;
}
