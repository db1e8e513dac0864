import { linkOptions } from "@tanstack/react-router";
import type { Scope } from "../../session/session.ts";
import { setupLink } from "../setup/setup-link.ts";
import type { Problem } from "./problem-texts.ts";

/** What the link needs, and the scope that somebody needs to see its page. */
type Target = { readonly link: object; readonly scope: Scope };

const SCRIPT: Target = { link: setupLink("script"), scope: "settings:write" };
const STOCK: Target = { link: setupLink("stock"), scope: "settings:write" };
const CONNECTIONS: Target = { link: linkOptions({ to: "/connections" }), scope: "settings:read" };
const SENDERS: Target = { link: linkOptions({ to: "/connections/senders" }), scope: "settings:read" };
const WEBHOOKS: Target = { link: linkOptions({ to: "/connections/webhooks" }), scope: "webhooks" };
const MARKETING: Target = { link: linkOptions({ to: "/connections/marketing" }), scope: "settings:read" };
const KEYS: Target = { link: linkOptions({ to: "/connections/keys" }), scope: "keys" };
const RESTOCKS: Target = { link: linkOptions({ to: "/restocks" }), scope: "insights" };
const TEAM: Target = { link: linkOptions({ to: "/team" }), scope: "audit" };

/** The page on which a problem is mended. */
export function whereToFix(problem: Problem): Target {
  switch (problem.type) {
    case "no-script-seen":
      return problem.hours === null ? SCRIPT : CONNECTIONS;
    case "no-stock-report":
      return problem.hours === null ? STOCK : CONNECTIONS;
    case "connector-silent":
    case "connector-no-reconcile":
    case "connector-problem":
    case "connector-loses-events":
    case "reservations-stuck":
      return CONNECTIONS;
    case "no-sender":
    case "sender-not-verified":
    case "sender-dns-failing":
    case "provider-failing":
    case "daily-limit-reached":
      return SENDERS;
    case "sending-paused":
    case "alerts-stopped":
      return RESTOCKS;
    case "plan-held":
      return { link: linkOptions({ to: "/restocks/$plan", params: { plan: problem.plan } }), scope: "insights" };
    case "webhooks-failing":
      return WEBHOOKS;
    case "webhook-disabled":
      return {
        link: linkOptions({ to: "/connections/webhooks/$endpoint", params: { endpoint: problem.endpoint } }),
        scope: "webhooks",
      };
    case "marketing-failing":
    case "marketing-paused":
    case "marketing-full":
    case "marketing-erasures":
      return MARKETING;
    case "key-expiring":
      return KEYS;
    case "no-recovery-owner":
      return TEAM;
  }
}
