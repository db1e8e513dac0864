import { InvalidArgumentError } from "commander";
import { PID } from "./store.ts";

export function parsePid(text: string) {
  if (!PID.test(text)) throw new InvalidArgumentError("A pid has 6 to 64 letters, digits or + / = . _ -");
  return text;
}
