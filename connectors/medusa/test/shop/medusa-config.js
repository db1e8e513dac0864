const { defineConfig } = require("@medusajs/framework/utils");

const { DATABASE_URL, KEEPSAKE_URL, KEEPSAKE_PID, KEEPSAKE_KEY, HAS_PLUGIN, SECRET } = process.env;

const keepsake = {
  resolve: "medusa-plugin-keepsake",
  options: {
    url: KEEPSAKE_URL,
    pid: KEEPSAKE_PID,
    key: KEEPSAKE_KEY,
    productUrl: ({ handle }) => `https://shop.example/products/${handle}`,
    claimUrl: ({ offer }) => `https://shop.example/claim?offer=${offer}`,
    shop: "https://shop.example/app",
  },
};

// A small Medusa shop with the plugin, which `npm run connectors:check -- medusa` starts.
module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: DATABASE_URL,
    databaseDriverOptions: { ssl: false, connection: { ssl: false } },
    http: {
      storeCors: "https://shop.example",
      adminCors: "https://shop.example",
      authCors: "https://shop.example",
      jwtSecret: SECRET,
      cookieSecret: SECRET,
    },
  },
  plugins: HAS_PLUGIN === "1" ? [keepsake] : [],
});
