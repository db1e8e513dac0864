import { badArrows, circles, misnamedReaders } from "./structure/arrows.ts";
import { environmentReaders } from "./structure/environment.ts";
import { longSqlFiles } from "./structure/sizes.ts";
import { readSources } from "./structure/sources.ts";
import { foreignReads, foreignWrites, straySql, unusedExceptions } from "./structure/tables.ts";
import { strayWireNames } from "./structure/wire-names.ts";

// The rules of ARCHITECTURE.md that a program can check. Each rule has a test that shows how it fails.
const sources = readSources();
const problems = Object.entries({
  "Imports go down": badArrows(sources),
  "No circles": circles(sources),
  "Files with an outbox reader are named …-reader.ts": misnamedReaders(sources),
  "Wire names stay in wire.ts": strayWireNames(sources),
  "SQL stays in sql.ts": straySql(sources),
  "Each table has one writer": foreignWrites(sources),
  "Tables are read by their feature": foreignReads(sources),
  "Exceptions are needed": unusedExceptions(sources),
  "One reader of the environment": environmentReaders(sources),
  "Rooms stay small": longSqlFiles(sources),
}).flatMap(([rule, found]) => found.map((problem) => `${rule}: ${problem}`));

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
