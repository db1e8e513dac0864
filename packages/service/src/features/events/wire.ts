import { Type } from "typebox";
import { shopperCredentials } from "../shoppers/wire.ts";

export const LiveTokenIn = Type.Object(shopperCredentials);
export const LiveTokenOut = Type.Object({ token: Type.String(), expiresInSeconds: Type.Integer() });
export const LiveIn = Type.Object({
  pid: shopperCredentials.pid,
  regid: shopperCredentials.regid,
  token: Type.String({ minLength: 1, maxLength: 200, description: "Token from live-token" }),
});
