import { Type } from "typebox";
import { type Email, toEmail } from "../../../platform/text/email.ts";
import { SCOPES } from "../access/scopes.ts";
import { type MemberRole, ROLES } from "./roles.ts";
import type { Access, Membership } from "./sql.ts";

const Role = Type.Enum(ROLES);
const EmailIn = Type.String({ minLength: 3, maxLength: 254, description: "Email address of the member" });

export const MemberIn = Type.Object({ email: EmailIn });
export const RoleIn = Type.Object({ email: EmailIn, role: Role });
export const readMember = ({ email }: { email: string }): Email => toEmail(email);

const MemberOut = Type.Object({
  email: Type.String(),
  role: Role,
  invitedBy: Type.String(),
  invitedAt: Type.String({ format: "date-time" }),
  joinedAt: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
    description: "null until they have signed in",
  }),
  secondFactor: Type.Boolean({ description: "Whether they have set up an authenticator app or a passkey" }),
});
export const MembersOut = Type.Object({ members: Type.Array(MemberOut) });
export const memberRecord = (
  { email, role, invitedBy, invitedAt, joinedAt }: Membership,
  { secondFactor }: { readonly secondFactor: boolean },
) => ({
  email,
  role,
  invitedBy,
  invitedAt: invitedAt.toISOString(),
  joinedAt: joinedAt?.toISOString() ?? null,
  secondFactor,
});

export const MemberChangedOut = Type.Object({ message: Type.String(), email: Type.String() });

const StoreOut = Type.Object({
  pid: Type.String(),
  name: Type.String(),
  role: Role,
  sample: Type.Boolean({ description: "Whether it holds sample data (`samples/create`)" }),
});
const ScopeOut = Type.Enum(SCOPES);
export const WhoOut = Type.Object({
  kind: Type.Union([Type.Literal("key"), Type.Literal("member"), Type.Literal("operator")]),
  id: Type.String({ description: "Id of the key, or email address of the person" }),
  name: Type.String(),
  store: Type.Union([Type.Object({ pid: Type.String(), name: Type.String() }), Type.Null()], {
    description:
      "The store that the calls are about; null when a person is a member of none, or of several and has opened none",
  }),
  role: Type.Union([Role, Type.Null()], {
    description: "Role of a member in this store; null for a key, for an operator, and without a store",
  }),
  until: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
    description: "When the store closes for an operator who looks at it; null for everybody else",
  }),
  scopes: Type.Array(ScopeOut),
  factors: Type.Union(
    [
      Type.Object({
        app: Type.Boolean({ description: "An authenticator app" }),
        passkey: Type.Boolean(),
        password: Type.Boolean(),
      }),
      Type.Null(),
    ],
    { description: "What the person has set up to sign in and to confirm that it is them; null for a key" },
  ),
  isOperator: Type.Boolean({ description: "Whether the person may look at every store (`npx keepsake operator add`)" }),
  stores: Type.Array(StoreOut, { description: "Stores that a member can open" }),
  csrf: Type.Union([Type.String(), Type.Null()], {
    description: "For the dashboard: send it as `Keepsake-Csrf` with every call for this store. null for a key",
  }),
});
export const storeRecord = ({
  pid,
  name,
  role,
  isSample,
}: Access): { pid: string; name: string; role: MemberRole; sample: boolean } => ({ pid, name, role, sample: isSample });

export const OpenStoreIn = Type.Object({
  store: Type.String({ minLength: 1, maxLength: 64, description: "pid of the store" }),
  reason: Type.Optional(
    Type.String({ maxLength: 300, description: "Why an operator looks at the store; its audit log shows it" }),
  ),
});
export const OpenStoreOut = Type.Object({
  message: Type.String(),
  store: Type.String(),
  csrf: Type.String({ description: "Send it as `Keepsake-Csrf` from now on" }),
});
