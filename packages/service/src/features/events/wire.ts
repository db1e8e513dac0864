import { Type } from "typebox";
import { asShopper } from "../shoppers/wire.ts";

export const LiveTokenIn = Type.Object(asShopper);
export const LiveTokenOut = Type.Object({ token: Type.String(), expiresInSeconds: Type.Integer() });
export const LiveIn = Type.Object({
  pid: asShopper.pid,
  regid: asShopper.regid,
  token: Type.String({ minLength: 1, maxLength: 200, description: "Token from live-token" }),
});
