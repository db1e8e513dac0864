/** What the service wrote into the page. */
type Installation = {
  /** For style elements that libraries add: the policy of the page refuses others. */
  readonly styleNonce: string;
  readonly publicUrl: string;
  readonly hasCompanySignIn: boolean;
  readonly canMail: boolean;
};

const written = document.querySelector<HTMLMetaElement>('meta[name="keepsake"]')?.content ?? "";

export const installation = JSON.parse(written) as Installation;
