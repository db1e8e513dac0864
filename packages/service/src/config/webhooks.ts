import { type Static, Type } from "typebox";

export const WebhooksEnvironment = Type.Object({
  KEEPSAKE_WEBHOOKS_ALLOW_LOOPBACK: Type.Enum(["on", "off"], {
    default: "off",
    description:
      "on: webhooks may be sent to programs on this machine, by http and on any port. For development only: merchants could reach what listens on 127.0.0.1",
  }),
});

export const readWebhooks = (env: Static<typeof WebhooksEnvironment>) => ({
  allowLoopback: env.KEEPSAKE_WEBHOOKS_ALLOW_LOOPBACK === "on",
});
