import type { Access } from "../packages/service/src/features/stores/access/require-scope.ts";
import { hasScope } from "../packages/service/src/features/stores/access/scopes.ts";
import { OPERATOR_SCOPES, ROLES, SCOPES_OF_ROLE } from "../packages/service/src/features/stores/members/roles.ts";
import type { Http } from "../packages/service/src/platform/http/server.ts";

type Schema = NonNullable<Parameters<Http["route"]>[0]["schema"]>;
type Call = { readonly method: string; readonly url: string; readonly access: Access | undefined };

export const SECURITY_SCHEMES = {
  storeKey: {
    type: "http",
    scheme: "basic",
    description: "The pid as user, an API key as password. For servers only.",
  },
  memberSession: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-keepsake-session",
    description:
      "The session of a member in the dashboard, with the header Keepsake-Csrf and the Origin of the dashboard. Without https the cookie is named keepsake-session. docs/members.md explains how to sign in.",
  },
} as const;

/** These calls change nothing, also when they are repeated, or keep no answer. All other POSTs of the shop's server take an Idempotency-Key. */
const WITHOUT_KEY =
  /\/(me\/open-store|reports|samples\/(create|remove)|operator\/(pause|resume|events\/replay)|alerts\/(plans|rehearse|replay|explain)|template\/(preview|preview-page|fetch)|senders\/check-dns|connectors\/report|offers\/holds\/report|people\/(find|show|explain|export|erase|reveal))$/;
/** The writes of a browser, which take one, too. */
const WRITES_OF_SHOPPERS =
  /^\/api\/v3\/(lists\/(create|update|delete-list|update-ctx|markPublic|markPrivate|emailList|reportShare|watch|user-validate-sync|sfl\/(create|add|update|remove|moved-to-cart))|subscriptions\/(create|remove)|provider\/register)$/;
/** With the method, where a path has several. */
const WITH_ETAG =
  /(\/(v3\/(settings|senders)|settings\/update|template\/fetch|lists\/contains)|^GET .*\/alerts\/template)$/;
const WITH_IF_NONE_MATCH = /\/lists\/contains$/;
const WITH_IF_MATCH = /^POST .*\/(settings\/update|senders\/(set|remove)|alerts\/template|template\/(restore|reset))$/;

const text = (description: string) => ({ type: "string", description });
const HEADERS = {
  key: { ...text("A call that is repeated with the same key has its effect once"), minLength: 1, maxLength: 255 },
  ifMatch: text("The ETag that you read. If somebody has changed it since, the answer is 412"),
  ifNoneMatch: text("The ETag of the answer before. If nothing has changed, the answer is 304"),
  csrf: text("For members: the token of the open store, from GET /storeadmin/v3/me"),
  stepUp: text("For members: the token of a fresh proof that it is them. docs/members.md explains how to get one"),
  etag: text("The version of what was read"),
};

/** The schema of a call with what openapi.json says beside it: who may make the call, and which headers it knows. */
export function describeAccess(schema: Schema, { method, url, access }: Call): Schema {
  const isAdmin = url.startsWith("/storeadmin/");
  const takesKey = method === "POST" && (isAdmin ? !WITHOUT_KEY.test(url) : WRITES_OF_SHOPPERS.test(url));
  const roles = isAdmin ? rolesOf(access) : [];
  const headers = {
    ...(takesKey ? { "Idempotency-Key": HEADERS.key } : {}),
    ...(WITH_IF_MATCH.test(`${method} ${url}`) ? { "If-Match": HEADERS.ifMatch } : {}),
    ...(WITH_IF_NONE_MATCH.test(url) ? { "If-None-Match": HEADERS.ifNoneMatch } : {}),
    // The answer of GET me has the token; an EventSource and a form can send none.
    ...(roles.length > 0 && url !== "/storeadmin/v3/me" && access?.token !== false
      ? { "Keepsake-Csrf": HEADERS.csrf }
      : {}),
    ...(roles.length > 0 && (access?.stepUp || showsAddresses(access)) ? { "Keepsake-Step-Up": HEADERS.stepUp } : {}),
  };
  const withHeaders = {
    ...schema,
    ...(Object.keys(headers).length > 0 ? { headers: { type: "object", properties: headers } } : {}),
    ...(WITH_ETAG.test(`${method} ${url}`) ? { response: withEtag(schema.response) } : {}),
  };
  if (!isAdmin || !access) return withHeaders;
  const security = [
    ...(access.session ? [] : [{ storeKey: [] }]),
    ...(roles.length > 0 ? [{ memberSession: [] }] : []),
  ];
  const withAccess = {
    ...withHeaders,
    description: [schema.description, sentenceOf(access, roles)].filter(Boolean).join(" "),
    security,
    "x-scope": access.scope ?? null,
    "x-roles": roles,
    "x-step-up": access.stepUp,
  };
  return withAccess;
}

function withEtag(response: unknown) {
  const { 200: answer, ...others } = response as Record<string, unknown>;
  return { ...others, 200: { ...(answer as object), headers: { ETag: HEADERS.etag } } };
}

const rolesOf = ({ scope, operator, member }: Access = { scope: undefined, stepUp: false }): string[] => [
  ...ROLES.filter((role) => !operator && (!scope || hasScope({ scopes: SCOPES_OF_ROLE[role] }, scope))),
  ...(!member && (!scope || OPERATOR_SCOPES.includes(scope)) ? ["operator"] : []),
];

/** Without a fresh proof, their answers have masked addresses. */
const showsAddresses = (access: Access | undefined) => access?.scope === "people:read";

function sentenceOf({ scope, stepUp, session, operator, member }: Access, roles: readonly string[]): string {
  const proof = stepUp === "csv" ? ", as CSV with a fresh proof" : stepUp ? ", with a fresh proof" : "";
  if (operator) return `For operators of the installation who are signed in${proof}, not for keys.`;
  if (member) return "For members of the store, in every role, not for keys.";
  if (session) return "For everyone who is signed in, not for keys.";
  if (!scope) return "Needs no scope.";
  const who = roles.length === 0 ? "No role has it." : `Roles that have it: ${roles.join(", ")}${proof}.`;
  return `Needs the scope \`${scope}\`. ${who}`;
}
