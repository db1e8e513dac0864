import { type Static, Type } from "typebox";
import { token } from "../../subscriptions/wire.ts";

export const AnswerIn = Type.Object({ token, answer: Type.Union([Type.Literal("yes"), Type.Literal("no")]) });

export const BoughtOut = Type.Object({ message: Type.String(), changed: Type.Boolean() });

export const readAnswer = ({ answer }: Static<typeof AnswerIn>) => (answer === "yes" ? "accepted" : "passed");
