import { isIP } from "node:net";
import { type Static, Type } from "typebox";

export const NetworkEnvironment = Type.Object({
  KEEPSAKE_ALLOW_LOOPBACK: Type.Enum(["on", "off"], {
    default: "off",
    description:
      "on: webhooks and the messages of stores with a provider of their own may go to programs on this machine, without TLS and on any port. For development only: merchants could reach what listens on 127.0.0.1",
  }),
  KEEPSAKE_DNS_SERVERS: Type.Optional(
    Type.String({
      pattern: "^[0-9A-Fa-f.:\\[\\], ]{2,500}$",
      examples: ["9.9.9.9, 1.1.1.1"],
      description: "Name servers that are asked about merchants' hosts and domains, instead of those of the system",
    }),
  ),
});

/** How the service reaches hosts that merchants name. */
export function readNetwork(env: Static<typeof NetworkEnvironment>) {
  const { KEEPSAKE_ALLOW_LOOPBACK: allow, KEEPSAKE_DNS_SERVERS: text } = env;
  const servers = text?.split(",").map((server) => server.trim());
  const wrong = servers?.find((server) => !isServer(server));
  if (wrong !== undefined)
    throw new Error(
      `KEEPSAKE_DNS_SERVERS: ${wrong} is not an IP address, such as 9.9.9.9, 9.9.9.9:53 or [2620:fe::fe]:53.`,
    );
  return { allowLoopback: allow === "on", servers };
}

function isServer(text: string) {
  const [, address = text] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  return isIP(address) !== 0;
}
