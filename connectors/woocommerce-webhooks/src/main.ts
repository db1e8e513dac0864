import { runApp } from "../../hosted/src/run-app.ts";
import { readConfig } from "./config.ts";
import { openWooCommerceApp } from "./open-woocommerce-app.ts";

await runApp(await openWooCommerceApp(readConfig(process.env)));
