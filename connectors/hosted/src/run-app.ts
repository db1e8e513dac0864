import closeWithGrace from "close-with-grace";
import type { OpenApp } from "./open-app.ts";

const CLOSE_MS = 20_000;

/** Listens and works until the process gets a signal. */
export async function runApp(opened: OpenApp): Promise<void> {
  const { config, server, app, log } = opened;
  closeWithGrace({ delay: CLOSE_MS, logger: false }, async ({ err }) => {
    if (err) log.error({ err }, "The app ends because of an error");
    await opened.close();
  });
  const address = await server.listen({ host: config.host, port: config.port });
  app.start();
  log.info({ address }, "The app is ready");
}
