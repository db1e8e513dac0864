import { runApp } from "../../hosted/src/run-app.ts";
import { readConfig } from "./config.ts";
import { openBigCommerceApp } from "./open-bigcommerce-app.ts";

await runApp(await openBigCommerceApp(readConfig(process.env)));
