import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { withProof } from "../../api/call.ts";
import { useBusy } from "../../components/use-busy.ts";
import { sessionQuery } from "../../session/session.ts";

export const PASSKEYS = ["auth", "passkeys"];

/** Changes how the person signs in: asks for a fresh proof if the change needs one, and reads the account again, because the
 *  change may have made a new session with another token. */
export function useFactorChange() {
  const client = useQueryClient();
  const { busy, error, run } = useBusy();
  async function change(work: () => Promise<unknown>, done?: string) {
    await withProof(work);
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    await client.invalidateQueries({ queryKey: PASSKEYS });
    if (done) notifications.show({ message: done, withCloseButton: false });
  }
  return {
    busy,
    error,
    change,
    start: (work: () => Promise<unknown>, done?: string) => run(() => change(work, done)),
  };
}
