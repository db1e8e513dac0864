/** What a mail provider reports about one address: a permanent bounce, or a complaint. */
export type MailReport = { readonly kind: "bounce" | "complaint"; readonly email: string };
