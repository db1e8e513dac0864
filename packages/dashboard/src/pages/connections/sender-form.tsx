import { Alert, PasswordInput, Select, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useChange } from "../../session/queries.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { type Sender, useProviderName } from "./sender.ts";
import { type FieldName, fieldsOf, isComplete, type Medium, PROVIDERS, type Typed, toBody } from "./sender-body.ts";
import { senderTexts } from "./senders-texts.ts";

const PATH = "/storeadmin/v3/senders/set";

/** `version`: that of the senders that the form shows. The service refuses a change if another member has changed them since. */
export function SenderForm({
  medium,
  sender,
  version,
  onClose,
}: {
  medium: Medium;
  sender: Sender;
  version: string;
  onClose: () => void;
}) {
  const words = { ...useWords(common), ...useWords(senderTexts) };
  const current = useProviderName(sender);
  const isMail = medium === "email";
  const [typed, setTyped] = useState<Typed>({
    name: sender.name ?? "",
    address: sender.address ?? "",
    provider: "keep",
    fields: {},
    returnPath: "",
    spfInclude: "",
    dkimSelector: "",
  });
  const write = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const set = useChange(PATH, {
    changes: ["/storeadmin/v3/senders", "/storeadmin/v3/problems"],
    headers: () => ({ "if-match": `"${version}"` }),
  });
  const { provider } = typed;
  const hasOwnProvider =
    provider === "keep" ? sender.provider !== null && sender.provider !== "default" : provider !== "default";
  const field = (name: "name" | "address" | "returnPath" | "spfInclude" | "dkimSelector") => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) => write({ [name]: event.currentTarget.value }),
    maxLength: name === "name" ? 100 : 254,
    autoComplete: "off",
  });
  return (
    <FormDialog
      title={isMail ? words.setEmail : words.setSms}
      button={words.save}
      call={{ path: PATH, body: toBody(medium, typed, { hide: true }) }}
      size="lg"
      isBusy={set.isPending}
      isReady={isComplete(medium, typed)}
      error={set.error}
      onSubmit={() => set.mutate(toBody(medium, typed), { onSuccess: onClose })}
      onClose={onClose}
    >
      {isMail && <TextInput label={words.senderName} {...field("name")} data-autofocus />}
      {isMail && <TextInput label={words.address} description={words.addressHint} {...field("address")} />}
      <Select
        label={words.provider}
        value={provider}
        allowDeselect={false}
        data={[
          { value: "keep", label: words.keep(current) },
          ...PROVIDERS[medium].map((value) => ({ value, label: words.providers[value] })),
        ]}
        onChange={(value) => write({ provider: PROVIDERS[medium].find((one) => one === value) ?? "keep", fields: {} })}
      />
      <ProviderFields
        medium={medium}
        typed={typed}
        onWrite={(name, text) => write({ fields: { ...typed.fields, [name]: text } })}
      />
      {isMail && hasOwnProvider && (
        <>
          <Text fw={600} size="sm">
            {words.advanced}
          </Text>
          <TextInput label={words.returnPath} {...field("returnPath")} />
          <TextInput label={words.spfInclude} {...field("spfInclude")} />
          <TextInput label={words.dkimSelector} {...field("dkimSelector")} />
        </>
      )}
    </FormDialog>
  );
}

const SECURITY = [
  { value: "starttls", label: "STARTTLS" },
  { value: "tls", label: "TLS" },
];

function ProviderFields({
  medium,
  typed,
  onWrite,
}: {
  medium: Medium;
  typed: Typed;
  onWrite: (name: FieldName, text: string) => void;
}) {
  const words = useWords(senderTexts);
  const fields = fieldsOf(medium, typed.provider);
  if (fields.length === 0) return null;
  return (
    <>
      <Alert color="gray">{words.secretsHint}</Alert>
      {fields.map(({ name, isOptional, isSecret }) => {
        const given = {
          label: words.field[name],
          value: typed.fields[name] ?? "",
          required: !isOptional,
          withAsterisk: false,
          maxLength: 1000,
          onChange: (event: { currentTarget: { value: string } }) => onWrite(name, event.currentTarget.value),
        };
        if (isSecret) return <PasswordInput key={name} {...given} autoComplete="new-password" />;
        if (name === "security")
          return (
            <Select
              key={name}
              label={given.label}
              value={typed.fields.security ?? "starttls"}
              data={SECURITY}
              allowDeselect={false}
              onChange={(value) => onWrite(name, value ?? "")}
            />
          );
        return (
          <TextInput key={name} {...given} autoComplete="off" {...(name === "port" ? { inputMode: "numeric" } : {})} />
        );
      })}
    </>
  );
}
