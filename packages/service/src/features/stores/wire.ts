import { Type } from "typebox";

export const Pid = Type.String({ minLength: 1, maxLength: 64, description: "Store identifier" });

export const Me = Type.Object({ pid: Type.String(), appId: Type.String() });

/** What clients of this API family expect to be told about the application behind a key. */
export const APP_ID = "keepsake";
