import { Alert, Box, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { createElement, useEffect, useState } from "react";
import { Panel } from "../../components/page.tsx";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { SHAPE_CONTRAST, schemesOf } from "./contrast.ts";
import { isColour, type Language } from "./draft.ts";
import { type OwnWords, shownWords } from "./element-words.ts";
import { texts } from "./texts.ts";

/** The elements of the shop in the colour and the words that are typed, and whether the colour can be seen. */
export function ButtonsPanel({ color, language, own }: { color: string; language: Language; own: OwnWords }) {
  const words = useWords(texts);
  const formats = useFormats();
  const { light, dark } = schemesOf(isColour(color) ? color : "");
  const [onWhite, onDark] = [light, dark].map(({ ratio }) => formats.number(Math.round(ratio * 10) / 10));
  const warnings = isColour(color)
    ? [
        ...(light.ratio < SHAPE_CONTRAST ? [words.tooLight(onWhite ?? "")] : []),
        ...(dark.ratio < SHAPE_CONTRAST ? [words.tooDark(onDark ?? "")] : []),
      ]
    : [];
  const isReady = useElements(language, own, isColour(color) ? color : "");
  return (
    <Panel title={words.buttons} lead={words.buttonsLead}>
      <Stack gap="md" aria-busy={!isReady}>
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 1, xl: 2 }} spacing="md">
          <Ground name={words.onLight} language={language} scheme="light" ground={light.ground} ink={light.ink} />
          <Ground name={words.onDark} language={language} scheme="dark" ground={dark.ground} ink={dark.ink} />
        </SimpleGrid>
        {warnings.map((warning) => (
          <Alert key={warning} color="orange" icon={<IconAlertTriangle size={20} />} role="status">
            {warning}
          </Alert>
        ))}
        {isColour(color) && warnings.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.contrastGood(onWhite ?? "", onDark ?? "")}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** Loads the elements of the SDK, and shows what is typed in them. */
function useElements(language: Language, own: OwnWords, color: string) {
  const [preview, setPreview] = useState<typeof import("./preview-elements.ts")>();
  useEffect(() => {
    void import("./preview-elements.ts").then((loaded) => {
      loaded.definePreview();
      setPreview(loaded);
    });
  }, []);
  useEffect(
    () => preview?.showWords(language, { texts: shownWords(language, own), color }),
    [preview, language, own, color],
  );
  return preview !== undefined;
}

const PRODUCT = { epi: "1", du: "https://shop.example/p/1", title: "Fell Jacket" };

function Ground({
  name,
  language,
  scheme,
  ground,
  ink,
}: {
  name: string;
  language: Language;
  scheme: "light" | "dark";
  ground: string;
  ink: string;
}) {
  return (
    <Stack gap={6} role="group" aria-label={name}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      {/* The key makes new elements for another language: those that are there would keep the words of theirs. */}
      <Box
        key={language}
        lang={language}
        p="md"
        style={{
          colorScheme: scheme,
          background: ground,
          color: ink,
          border: "1px solid var(--ks-line)",
          borderRadius: 8,
        }}
      >
        <Stack gap="sm">
          <Box style={{ display: "flex", justifyContent: "space-between" }}>
            {createElement("keepsake-heart", PRODUCT)}
            {createElement("keepsake-drawer", { cart: "", currency: "EUR" })}
          </Box>
          {createElement("keepsake-notify-me", { ...PRODUCT, variant: "Moss / M", price: "245", currency: "EUR" })}
        </Stack>
      </Box>
    </Stack>
  );
}
