import { runApp } from "../../hosted/src/run-app.ts";
import { readConfig } from "./config.ts";
import { openShopifyApp } from "./open-shopify-app.ts";

await runApp(await openShopifyApp(readConfig(process.env)));
