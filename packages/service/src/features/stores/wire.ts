import { Type } from "typebox";

export const Pid = Type.String({ minLength: 1, maxLength: 64, description: "Store identifier" });

export const Me = Type.Object({ pid: Type.String(), appId: Type.String() });

/** The name of the application behind a key: clients of this API expect one. */
const APP_ID = "keepsake";

export const meRecord = (pid: string) => ({ pid, appId: APP_ID });
