import type { Config } from "./config.ts";

export type Role = "api" | "worker" | "all";

const HOW_TO_SET = {
  KEEPSAKE_PUBLIC_URL: "Set it to the address where shoppers reach Keepsake, such as https://alerts.example.com",
  KEEPSAKE_TRUST_PROXY: "Set it to the addresses of the proxies in front of Keepsake, or to none",
};

/** With the defaults, mails would link to localhost, and all shoppers would share the limits of the proxy's address. */
export function requirePublicSettings({ missing }: Config, role: Role) {
  const [name] = missing.filter((setting) => role !== "worker" || setting === "KEEPSAKE_PUBLIC_URL");
  if (name)
    throw new Error(
      `${name} is not set. ${HOW_TO_SET[name]}. To try Keepsake on this machine, set NODE_ENV=development instead.`,
    );
}
