import type { Db } from "../../../platform/db/db.ts";
import type { Http } from "../../../platform/http/server.ts";
import { failures, jsonOrForm } from "../../../platform/http/wire.ts";
import { queueMail } from "../../../platform/messaging/mail/queue-mail.ts";
import { describeActor } from "../access/caller.ts";
import type { Change } from "../access/change.ts";
import { callerOf, type RequireScope } from "../access/require-scope.ts";
import { findWithSecondFactor } from "../sign-in/find-with-second-factor.ts";
import { signInUrl } from "../sign-in/link-urls.ts";
import { addMember, changeRole, removeMember } from "./change-members.ts";
import { invitationMail, MEMBER_MAIL } from "./member-mail.ts";
import { requireReach } from "./require-reach.ts";
import { selectMembers } from "./sql.ts";
import { MemberChangedOut, MemberIn, MembersOut, memberRecord, RoleIn, readMember } from "./wire.ts";

const call = { tags: ["Team"], security: [{ storeKey: [] }], consumes: jsonOrForm };

/** The people who work with the store in the dashboard. */
export function memberRoutes(
  http: Http,
  {
    db,
    requireScope,
    change,
    publicUrl,
    canMail,
  }: {
    readonly db: Db;
    readonly requireScope: RequireScope;
    readonly change: Change;
    readonly publicUrl: string;
    readonly canMail: boolean;
  },
) {
  http.get("/storeadmin/v3/members", {
    ...requireScope("team"),
    schema: {
      ...call,
      summary: "List the members of the store's organisation",
      description:
        "The people who can sign in to the dashboard, with their roles, and whether they have a second factor.",
      response: { 200: MembersOut, ...failures },
    },
    handler: async (request) => {
      const members = await db.inStore(callerOf(request).store.id, selectMembers);
      const secured = await findWithSecondFactor(
        db.hot,
        members.map(({ email }) => email),
      );
      return { members: members.map((one) => memberRecord(one, { secondFactor: secured.has(one.email) })) };
    },
  });

  http.post("/storeadmin/v3/members/invite", {
    ...requireScope("team", { stepUp: true }),
    schema: {
      ...call,
      summary: "Invite a member, or change the role of one",
      description:
        "They get a mail, and sign in with a link that is mailed to them. A member has the same role in every store of the organisation, so a key can change members only where it has no other store. A key cannot give a role that may do more than itself.",
      body: RoleIn,
      response: { 200: MemberChangedOut, ...failures },
    },
    handler: async (request) => {
      const by = callerOf(request);
      await requireReach(db.hot, by);
      const [email, { role }] = [readMember(request.body), request.body];
      return change(request, { action: "member.invited", details: { email, role } }, async (tx, store) => {
        await addMember(tx, { email, role, by });
        if (canMail) {
          const mail = invitationMail(store, email, { url: signInUrl(publicUrl), role, by: describeActor(by.actor) });
          await queueMail(tx, { shopperId: null, kind: MEMBER_MAIL, mail });
        }
        return { message: canMail ? "The invitation is being mailed" : "The member is added; no mail was sent", email };
      });
    },
  });

  http.post("/storeadmin/v3/members/change-role", {
    ...requireScope("team", { stepUp: true }),
    schema: {
      ...call,
      summary: "Change the role of a member",
      description: "A key cannot give a role that may do more than itself.",
      body: RoleIn,
      response: { 200: MemberChangedOut, ...failures },
    },
    handler: async (request) => {
      const by = callerOf(request);
      await requireReach(db.hot, by);
      const [email, { role }] = [readMember(request.body), request.body];
      return change(request, { action: "member.role-changed", details: { email, role } }, async (tx) => {
        await changeRole(tx, { email, role, by });
        return { message: `The role is now ${role}`, email };
      });
    },
  });

  http.post("/storeadmin/v3/members/remove", {
    ...requireScope("team", { stepUp: true }),
    schema: {
      ...call,
      summary: "Remove a member",
      description: "From their next call on, the store is closed to them.",
      body: MemberIn,
      response: { 200: MemberChangedOut, ...failures },
    },
    handler: async (request) => {
      await requireReach(db.hot, callerOf(request));
      const email = readMember(request.body);
      return change(request, { action: "member.removed", details: { email } }, async (tx) => {
        await removeMember(tx, email);
        return { message: "The member is removed", email };
      });
    },
  });
}
