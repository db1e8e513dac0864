import type { InstallationKeys } from "../../../platform/crypto/keyring.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Log } from "../../../platform/log.ts";
import type { Email } from "../../../platform/text/email.ts";
import { isInvited } from "../members/find-access.ts";
import { loginLinkUrl } from "./link-urls.ts";
import { createLoadAuth } from "./load-auth.ts";

/** A login link for the operator's terminal. The link alone signs in, so it is shown to nobody else and in no log. */
export async function makeLoginLink(
  {
    db,
    keys,
    config,
    log,
  }: {
    readonly db: Db;
    readonly keys: InstallationKeys;
    readonly config: { readonly publicUrl: string };
    readonly log: Log;
  },
  email: Email,
): Promise<string> {
  let url = "";
  const loadAuth = createLoadAuth({
    pool: db.hotPool(),
    key: keys.dashboard,
    publicUrl: config.publicUrl,
    company: undefined,
    mayHaveAccount: (address) => isInvited(db.hot, address),
    sendLink: async (_purpose, _email, token) => {
      url = loginLinkUrl(config.publicUrl, token);
    },
    onPasswordReset: async () => undefined,
    log,
  });
  const auth = await loadAuth();
  await auth.api.signInMagicLink({ body: { email }, headers: new Headers() });
  return url;
}
