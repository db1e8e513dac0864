import { linkOptions } from "@tanstack/react-router";
import type { Step } from "./routes.ts";

/** What a link to a step of the setup needs. */
export const setupLink = (step: Step): object => linkOptions({ to: "/setup", search: { step } });
