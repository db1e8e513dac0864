/** The document was not taken. Says why and how to mend it; `status` is the answer to a push. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 409 | 413 | 502;

  constructor(status: Refusal["status"], message: string) {
    super(message);
    this.name = "Refusal";
    this.status = status;
  }
}
