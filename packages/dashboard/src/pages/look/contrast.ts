const [INK, PAPER, DARK_PAPER, LIGHT_INK] = ["#1c1b1a", "#ffffff", "#232220", "#f4f2ee"] as const;
/** Contrast that a shape needs to be seen (WCAG 2.2), as the service decides in `letter/colour.ts`. */
export const SHAPE_CONTRAST = 3;

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string) {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** How well a colour is seen in light and in dark mode. `ink`: what mails and pages use there for a colour that is not. */
export const schemesOf = (colour: string) => ({
  light: { ground: PAPER, ink: INK, ratio: colour ? contrast(colour, PAPER) : 0 },
  dark: { ground: DARK_PAPER, ink: LIGHT_INK, ratio: colour ? contrast(colour, DARK_PAPER) : 0 },
});
