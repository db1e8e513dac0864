import type { Shop } from "../../hosted/src/installations.ts";
import type { AdminApi, Document } from "./admin-api.ts";
import { gidOf } from "./ids.ts";

const KEPT_MS = 60_000;
const CUSTOMERS_MAX = 2_000;

const CUSTOMER: Document<
  {
    customer: {
      verifiedEmail: boolean;
      defaultEmailAddress: { emailAddress: string } | null;
    } | null;
  },
  { id: string }
> = {
  name: "customer",
  text: "query Customer($id: ID!) { customer(id: $id) { verifiedEmail defaultEmailAddress { emailAddress } } }",
};

export type Customers = ReturnType<typeof createCustomers>;

/** Finds the address of a customer who is logged in to the shop, and remembers it for a minute: each page asks. */
export function createCustomers({ api, clock }: { api: AdminApi; clock: () => number }) {
  const known = new Map<string, { readonly email: string | undefined; readonly until: number }>();
  return {
    async findEmail(shop: Shop, customerId: string): Promise<string | undefined> {
      const key = `${shop.shop} ${customerId}`;
      const remembered = known.get(key);
      if (remembered && remembered.until > clock()) return remembered.email;
      const { customer } = await api.query(shop, CUSTOMER, { id: gidOf("Customer", customerId) });
      // Anybody can register with any address. Lists and alerts of an address are only for who has proved it.
      // The state of the account says nothing in shops with the new customer accounts; Shopify itself says who is logged in.
      const email = customer?.verifiedEmail ? customer.defaultEmailAddress?.emailAddress : undefined;
      known.delete(key);
      known.set(key, { email, until: clock() + KEPT_MS });
      const [oldest] = known.keys();
      if (known.size > CUSTOMERS_MAX && oldest !== undefined) known.delete(oldest);
      return email;
    },
  };
}
