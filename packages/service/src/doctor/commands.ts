import type { Command } from "commander";
import { readConfig } from "../config.ts";
import { printResult, withJson } from "../platform/cli.ts";
import { type Finding, problem } from "./finding.ts";

export function doctorCommands(program: Command) {
  withJson(program.command("doctor"))
    .description("Check the whole deployment, and print how to repair what is wrong")
    .action(async (options: { json?: boolean }) => {
      const findings = await examineAll();
      const isWell = findings.every(({ state }) => state !== "problem");
      printResult(options, { ok: isWell, findings }, [...findings.map(lineOf), summaryOf(findings)].join("\n"));
      if (!isWell) process.exitCode = 1;
    });
}

async function examineAll(): Promise<Finding[]> {
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig();
  } catch (error) {
    const text = error instanceof Error ? error.message : "The settings cannot be read.";
    return [problem("settings", text, "Correct the settings, then run this again: the other checks need them.")];
  }
  return (await import("./doctor.ts")).examine(config);
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (wanted: Finding["state"]) => findings.filter(({ state }) => state === wanted).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  if (problems + warnings === 0) return "Everything works.";
  return `Problems: ${problems}. Warnings: ${warnings}. An arrow shows what to do.`;
}

const STATES = { ok: "ok      ", warning: "warning ", problem: "PROBLEM " };
const lineOf = ({ check, state, text, fix }: Finding) =>
  `${STATES[state]} ${check}: ${text}${fix ? `\n          → ${fix}` : ""}`;
