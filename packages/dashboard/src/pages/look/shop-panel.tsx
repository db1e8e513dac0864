import { ColorInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { Panel } from "../../components/page.tsx";
import { useMay } from "../../session/session.ts";
import { common } from "../../words/common.ts";
import { useWords } from "../../words/words.ts";
import { type Draft, type FieldName, isRight, LANGUAGES } from "./draft.ts";
import { texts } from "./texts.ts";

const SWATCHES = ["#25524d", "#1c4e80", "#5b3a8c", "#a3324a", "#b4532a", "#1c1b1a"];

/** The fields of the shop's look. */
export function ShopPanel({ draft, onEdit }: { draft: Draft; onEdit: (edit: Partial<Draft>) => void }) {
  const words = { ...useWords(common), ...useWords(texts) };
  const disabled = !useMay("settings:write");
  const field = (name: FieldName, maxLength: number, wrong: string) => ({
    value: draft[name],
    maxLength,
    disabled,
    autoComplete: "off",
    error: isRight(name, draft) ? undefined : wrong,
    onChange: (event: { currentTarget: { value: string } }) => onEdit({ [name]: event.currentTarget.value }),
  });
  return (
    <Panel title={words.shop}>
      <Stack gap="md">
        {disabled && (
          <Text size="sm" c="dimmed">
            {words.readOnly}
          </Text>
        )}
        <TextInput label={words.name} {...field("name", 200, words.name)} />
        <TextInput label={words.url} description={words.urlHint} {...field("url", 300, words.wrongUrl)} />
        <TextInput label={words.logo} description={words.logoHint} {...field("logo", 500, words.wrongLogo)} />
        <ColorInput
          label={words.color}
          description={words.colorHint}
          placeholder={words.noColor}
          value={draft.color}
          format="hex"
          swatches={SWATCHES}
          swatchesPerRow={6}
          withEyeDropper={false}
          fixOnBlur={false}
          disabled={disabled}
          error={isRight("color", draft) ? undefined : words.wrongColor}
          onChange={(color) => onEdit({ color: color.toLowerCase() })}
        />
        <Select
          label={words.language}
          description={words.languageHint}
          data={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
          value={draft.language}
          allowDeselect={false}
          disabled={disabled}
          onChange={(value) => onEdit({ language: LANGUAGES.find((one) => one === value) ?? "en" })}
        />
      </Stack>
    </Panel>
  );
}
