import { Type } from "typebox";

export const SamplesCreatedOut = Type.Object({
  message: Type.String(),
  store: Type.Object(
    { pid: Type.String(), name: Type.String() },
    { description: "Members open it with `me/open-store`" },
  ),
});
export const SamplesRemovedOut = Type.Object({
  message: Type.String(),
  store: Type.Union([Type.String(), Type.Null()], { description: "The pid that it had" }),
});
