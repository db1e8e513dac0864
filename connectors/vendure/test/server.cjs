// A small Vendure shop with the plugin, which `npm run connectors:check -- vendure` starts: `node server.cjs server|worker`.
const {
  bootstrap,
  bootstrapWorker,
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSchedulerPlugin,
  dummyPaymentHandler,
  LogLevel,
} = require("@vendure/core");
const { KeepsakePlugin } = require("../dist/plugin.js");

const { DATABASE_URL, SHOP_PORT, KEEPSAKE_URL, KEEPSAKE_PID, KEEPSAKE_KEY, HAS_PLUGIN, IS_NEW } = process.env;

const keepsake = KeepsakePlugin.init({
  url: KEEPSAKE_URL,
  pid: KEEPSAKE_PID,
  key: KEEPSAKE_KEY,
  productUrl: ({ slug }) => `https://shop.example/products/${slug}`,
  imageUrl: (preview) => `https://shop.example/assets/${preview}`,
  claimUrl: ({ offer }) => `https://shop.example/claim?offer=${offer}`,
  shop: "https://shop.example/dashboard",
  reconcile: "*/5 * * * * *",
  pollSeconds: 1,
});

/** @type {import("@vendure/core").VendureConfig} */
const config = {
  apiOptions: { hostname: "127.0.0.1", port: Number(SHOP_PORT), adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: {
    tokenMethod: ["bearer"],
    superadminCredentials: { identifier: "superadmin", password: "superadmin" },
    requireVerification: false,
  },
  dbConnectionOptions: { type: "postgres", url: DATABASE_URL, synchronize: IS_NEW === "1" },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
  plugins: [
    DefaultJobQueuePlugin.init({ pollInterval: 200 }),
    DefaultSchedulerPlugin.init(),
    ...(HAS_PLUGIN === "1" ? [keepsake] : []),
  ],
};

async function start(role) {
  if (role === "server") return bootstrap(config);
  const worker = await bootstrapWorker(config);
  return worker.startJobQueue();
}

start(process.argv[2]).then(
  () => process.stdout.write("READY\n"),
  (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  },
);
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(0));
