import { Alert, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Panel } from "../../components/page.tsx";
import { useFormats } from "../../words/formats.ts";
import { useWords } from "../../words/words.ts";
import { SHAPE_CONTRAST, schemesOf, textOn } from "./contrast.ts";
import { isColour } from "./draft.ts";
import { presets } from "./element-words.ts";
import { texts } from "./texts.ts";

/** A heart and the notify-me button, drawn in the colour, and whether the colour can be seen. */
export function ButtonsPanel({ color }: { color: string }) {
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
  return (
    <Panel title={words.buttons} lead={words.buttonsLead}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Drawn name={words.onLight} ground={light.ground} fill={isColour(color) ? color : light.ink} />
          <Drawn name={words.onDark} ground={dark.ground} fill={isColour(color) ? color : dark.ink} />
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

const HEART = "M12 20.5s-8-4.9-8-11A4.6 4.6 0 0 1 12 6.6a4.6 4.6 0 0 1 8 2.9c0 6.1-8 11-8 11z";

/** The elements take the colour as it is: they are part of the shop's own pages. */
function Drawn({ name, ground, fill }: { name: string; ground: string; fill: string }) {
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <svg viewBox="0 0 300 84" width="100%" role="img" aria-label={name}>
        <rect width="300" height="84" rx="8" fill={ground} stroke="var(--ks-line)" />
        <g transform="translate(18 28) scale(1.2)">
          <path d={HEART} fill={fill} stroke={fill} strokeWidth="1.7" strokeLinejoin="round" />
        </g>
        <rect x="64" y="20" width="218" height="44" rx="8" fill={fill} />
        <text x="173" y="47" textAnchor="middle" fontSize="14" fontWeight="600" fill={textOn(fill)}>
          {presets.en.notifyMe}
        </text>
      </svg>
    </Stack>
  );
}
