import { type Static, Type } from "typebox";

const token = Type.String({ maxLength: 200, default: "" });

export const OfferQuery = Type.Object({ token });
export const AnswerIn = Type.Object({ token, answer: Type.Union([Type.Literal("yes"), Type.Literal("no")]) });

export const readAnswer = ({ answer }: Static<typeof AnswerIn>) => (answer === "yes" ? "accepted" : "passed");
