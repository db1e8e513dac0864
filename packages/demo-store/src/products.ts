import type { DrawingName } from "./draw.ts";

// The shop's products. Prices are in euros; `stock` is the quantity at the start.

export const CATEGORIES = ["Outerwear", "Knitwear", "Footwear", "Carry", "Home"] as const;
type Category = (typeof CATEGORIES)[number];

const COLOURS = {
  Moss: "#5c6b4a",
  Ink: "#2f4a63",
  Bark: "#7d6240",
  Rust: "#a9552f",
  Slate: "#454e4f",
  Oat: "#c9b79a",
  Bramble: "#6f2f3a",
  Lichen: "#c39a3c",
  Loch: "#6f8a88",
} as const;
type Colour = keyof typeof COLOURS;

export type Variant = {
  /** Keepsake calls it `epi`. */
  readonly id: number;
  readonly name: string;
  readonly colour: Colour;
  readonly size: string | undefined;
  readonly stock: number;
};
export type Product = {
  /** Keepsake calls it `empi`. */
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly category: Category;
  readonly price: number;
  readonly drawing: DrawingName;
  readonly about: string;
  readonly facts: readonly string[];
  readonly variants: readonly Variant[];
};

const CLOTHES = ["S", "M", "L", "XL"];
const SHOES = ["38", "40", "42", "44"];

let created = 0;
/** Creates a variant for every colour and size. Variants named in `soldOut` ("Moss / M") start without stock. */
function product(
  name: string,
  category: Category,
  price: number,
  drawing: DrawingName,
  colours: readonly Colour[],
  { about, facts, soldOut = [] }: { about: string; facts: readonly string[]; soldOut?: readonly string[] },
): Product {
  created += 1;
  const id = 7000 + created;
  const sizes =
    category === "Outerwear" || name.endsWith("Sweater") || name.endsWith("Cardigan")
      ? CLOTHES
      : category === "Footwear"
        ? SHOES
        : [undefined];
  const variants = colours.flatMap((colour) =>
    sizes.map((size) => ({ colour, size, name: size ? `${colour} / ${size}` : colour })),
  );
  return {
    id,
    slug: name.toLowerCase().replaceAll(" ", "-"),
    name,
    category,
    price,
    drawing,
    about,
    facts,
    variants: variants.map((variant, index) => ({
      ...variant,
      id: id * 100 + index,
      stock: soldOut.includes(variant.name) ? 0 : 4 + ((id + index * 5) % 11),
    })),
  };
}

export const PRODUCTS: readonly Product[] = [
  product("Fell Jacket", "Outerwear", 245, "jacket", ["Moss", "Ink", "Rust"], {
    about:
      "Your everyday jacket. Dry-waxed cotton that keeps off a morning of drizzle and looks better with every year.",
    facts: ["Dry-waxed organic cotton, 280 g", "Four pockets, two of them hand warmers", "Free re-waxing for life"],
    soldOut: ["Moss / M"],
  }),
  product("Tarn Boot", "Footwear", 289, "boot", ["Bark", "Slate"], {
    about: "Stitched, not glued. A high boot for wet paths that can be resoled again and again.",
    facts: [
      "Vegetable-tanned leather, 2.4 mm",
      "Welted, can be resoled in our workshop",
      "True to size; for half sizes, size up",
    ],
    soldOut: ["Bark / 42"],
  }),
  product("Ferry Mug", "Home", 24, "mug", ["Moss", "Rust", "Ink"], {
    about: "Thrown by hand on the west coast, half glazed, and big enough for a proper coffee.",
    facts: ["Stoneware, 350 ml", "Dishwasher safe", "Every mug is slightly different"],
  }),
  product("Drover Pack", "Carry", 165, "pack", ["Slate", "Moss"], {
    about: "Holds everything for a day. Two buckles, no zips to break, and a back panel that stays dry.",
    facts: ["Waxed canvas, bridle leather", "22 litres, takes a 15 inch laptop", "Repaired for life"],
    soldOut: ["Moss"],
  }),
  product("Harbour Sweater", "Knitwear", 139, "sweater", ["Oat", "Ink", "Loch"], {
    about: "A cable-knit fisherman's sweater. Warm when wet, and soft from the first day.",
    facts: ["Undyed and plant-dyed lambswool", "Knitted in one piece, no side seams", "Wash cold, dry flat"],
    soldOut: ["Oat / M", "Loch / S"],
  }),
  product("Bothy Lamp", "Home", 118, "lamp", ["Rust", "Loch"], {
    about: "Puts the light where you read. Spun steel, with a brass joint that stays in place.",
    facts: ["Spun steel, enamelled", "E14 bulb included, 2700 K", "2 m cotton-covered cable"],
  }),
  product("Squall Shell", "Outerwear", 310, "shell", ["Ink", "Lichen"], {
    about: "For serious rain. Three layers, a hood that turns with your head, and no rustling.",
    facts: ["Three-layer recycled nylon", "20,000 mm, seams taped", "420 g in size M"],
    soldOut: ["Lichen / L"],
  }),
  product("Market Tote", "Carry", 68, "tote", ["Bramble", "Oat"], {
    about: "For bread, leeks and a book. Roomier than it looks, and it stands by itself.",
    facts: ["Canvas, 18 oz", "Leather handles, riveted", "16 litres"],
  }),
  product("Watch Beanie", "Knitwear", 39, "beanie", ["Lichen", "Slate", "Bramble"], {
    about: "A ribbed, close-fitting beanie that stays on in the wind.",
    facts: ["Merino, extra fine", "One size", "Doesn't itch"],
    soldOut: ["Bramble"],
  }),
  product("Ember Lantern", "Home", 74, "lantern", ["Slate"], {
    about: "Light for the porch or the tent. Burns for ten hours on one filling.",
    facts: ["Steel and heat-proof glass", "Lamp oil or candle", "31 cm tall with handle"],
  }),
  product("Peat Chelsea", "Footwear", 219, "chelsea", ["Bark", "Slate"], {
    about: "Quick to put on, smart enough for dinner. We replace the elastic when it wears out.",
    facts: ["Suede, proofed", "Natural rubber sole", "Made in a family workshop"],
    soldOut: ["Bark / 40"],
  }),
  product("Croft Blanket", "Home", 129, "blanket", ["Oat", "Loch", "Rust"], {
    about: "Woven from recycled wool. Heavy enough to nap under.",
    facts: ["Recycled wool", "140 by 190 cm", "Fringed by hand"],
  }),
  product("Gannet Parka", "Outerwear", 385, "parka", ["Bark", "Slate"], {
    about: "Long, lined and warm. For cold platforms and windy beaches.",
    facts: ["Cotton and recycled down", "Two-way closure", "Inside pocket for a paperback"],
    soldOut: ["Bark / M", "Slate / L"],
  }),
  product("Rowan Cardigan", "Knitwear", 149, "cardigan", ["Bramble", "Moss"], {
    about: "So comfortable that you forget to take it off. Horn buttons, deep pockets, a flat collar.",
    facts: ["Lambswool", "Natural horn buttons", "Spare button sewn inside"],
    soldOut: ["Moss / M"],
  }),
  product("Roll Top", "Carry", 142, "rolltop", ["Oat", "Ink"], {
    about: "Rolls down to fit what you carry. Rain runs off, and so does spilt coffee.",
    facts: ["Waxed canvas", "18 to 26 litres", "Sleeve for a 14 inch laptop"],
  }),
  product("Hearth Kettle", "Home", 89, "kettle", ["Loch", "Rust"], {
    about: "Whistles softly before it boils. Enamelled steel for every kind of hob.",
    facts: ["Enamelled steel", "1.8 litres", "Oak handle that stays cool"],
    soldOut: ["Loch"],
  }),
  product("Ridge Hiker", "Footwear", 239, "hiker", ["Ink", "Moss"], {
    about: "Light enough for the city, sturdy enough for the hills.",
    facts: ["Nubuck and cork", "Grips on wet rock", "Recycled laces"],
    soldOut: ["Ink / 42"],
  }),
  product("Long Scarf", "Knitwear", 72, "scarf", ["Loch", "Bramble"], {
    about: "Long enough to wrap twice.",
    facts: ["Lambswool", "30 by 210 cm", "Woven on old looms"],
  }),
  product("Weekend Holdall", "Carry", 198, "holdall", ["Lichen", "Slate"], {
    about: "Two days, one bag. Fits under the seat in front of you.",
    facts: ["Waxed canvas, bridle leather", "34 litres", "Brass feet"],
    soldOut: ["Lichen"],
  }),
  product("Slow Carafe", "Home", 62, "carafe", ["Ink"], {
    about: "For pour-over coffee in four minutes. A felt collar keeps your fingers cool.",
    facts: ["Borosilicate glass", "600 ml", "Takes ordinary paper filters"],
  }),
  product("Wether Vest", "Outerwear", 175, "vest", ["Rust", "Slate"], {
    about: "A mid layer filled with wool, so it stays warm when damp.",
    facts: ["Recycled shell, wool filling", "Packs into its own pocket", "Two-way zip"],
  }),
  product("Yard Clog", "Footwear", 95, "clog", ["Rust", "Moss"], {
    about: "Slip them on for the garden, and wear them all day.",
    facts: ["Oiled leather on alder wood", "Cork footbed", "Sized for thick socks"],
  }),
  product("Stile Pouch", "Carry", 54, "pouch", ["Loch", "Rust"], {
    about: "For keys, phone and an apple. Wear it across the chest or around the waist.",
    facts: ["Waxed canvas", "2 litres", "Adjustable strap, 70 to 120 cm"],
  }),
  product("Birch Candle", "Home", 32, "candle", ["Oat", "Moss"], {
    about: "Smells of smoke, birch and a little salt. Burns for 50 hours.",
    facts: ["Rapeseed wax, cotton wick", "220 g", "Reuse the jar as a tumbler"],
  }),
];

export const colourOf = ({ colour }: Variant) => COLOURS[colour];
export const findProduct = (slug: string) => PRODUCTS.find((one) => one.slug === slug);

const BY_VARIANT = new Map(
  PRODUCTS.flatMap((one) => one.variants.map((variant) => [variant.id, { product: one, variant }] as const)),
);
export const findVariant = (id: number) => BY_VARIANT.get(id);
export type Sold = NonNullable<ReturnType<typeof findVariant>>;

/** A product matches when its name, category, description or colours contain every word. */
export function findProducts({ words, category }: { words: string; category: string }): Product[] {
  const searched = words.toLowerCase().split(/\s+/).filter(Boolean);
  return PRODUCTS.filter((one) => {
    const text = [one.name, one.category, one.about, ...one.variants.map(({ colour }) => colour)]
      .join(" ")
      .toLowerCase();
    return (category === "" || one.category === category) && searched.every((word) => text.includes(word));
  });
}
