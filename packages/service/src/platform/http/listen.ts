import type { FastifyInstance } from "fastify";

type Address = {
  readonly host: string;
  readonly port: number;
  readonly reusePort?: boolean;
  readonly setting: "KEEPSAKE_PORT" | "KEEPSAKE_OPS_PORT";
};

/** Listens, and says what to do when the port cannot be had. */
export async function listen(
  http: Pick<FastifyInstance, "listen">,
  { host, port, reusePort = false, setting }: Address,
) {
  const options = { host, port, reusePort }; // Fastify gives all of it to Node, but its types do not know `reusePort`
  try {
    return await http.listen(options);
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === "ENOTSUP" && reusePort)
      throw new Error("Several processes can share a port only on Linux. Give each process its own KEEPSAKE_PORT.", {
        cause,
      });
    if (code !== "EADDRINUSE") throw cause;
    throw new Error(`Port ${port} is already in use. Stop the other process, or set ${setting} to a free port.`, {
      cause,
    });
  }
}
